import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../explain-error.js';

const TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 50;

/** Polls until there is a value; the error names what was missing. */
export async function waitFor<Value>(
  what: string,
  poll: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const value = await poll();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new CommandError(`Timed out after ${TIMEOUT_MS / 1_000} s: ${what}.`);
    await delay(POLL_INTERVAL_MS);
  }
}
