import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 45_000;

/** Looks until there is something to see; an assertion that names what never came. */
export async function waitUntil<Seen>(
  what: string,
  look: () => Seen | undefined | false | Promise<Seen | undefined | false>,
): Promise<Seen> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`${what} never came`);
    await pause(20);
  }
}
