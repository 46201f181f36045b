import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../explain-error.js';

const LIMIT_MS = 60_000;
const BETWEEN_MS = 50;

/** Looks until there is something to see, and names what never came. */
export async function waitFor<Seen>(
  what: string,
  look: () => Seen | undefined | Promise<Seen | undefined>,
): Promise<Seen> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > deadline) throw new CommandError(`${what} did not come within ${LIMIT_MS / 1_000} s`);
    await pause(BETWEEN_MS);
  }
}
