import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 45_000;

/** Polls until `check` returns something; fails with the name of what never came. */
export async function waitUntil<Seen>(
  what: string,
  check: () => Seen | undefined | false | Promise<Seen | undefined | false>,
): Promise<Seen> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const seen = await check();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`${what} never came`);
    await pause(20);
  }
}
