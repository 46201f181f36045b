import { setTimeout as pause } from 'node:timers/promises';
import { InProgressError } from '../../src/client/errors.js';

/** On a machine whose processors are shared with others, a step can take a minute. */
const LIMIT_MS = 90_000;
/** The pauses grow: each look may be a query, which costs the server and a worker as much as a step of a payment. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
const GROWTH = 1.4;

/** Polls until `check` returns something; fails with the name of what never came. */
export async function waitUntil<Seen>(
  what: string,
  check: () => Seen | undefined | false | Promise<Seen | undefined | false>,
  limitMs = LIMIT_MS,
): Promise<Seen> {
  const deadline = Date.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS)) {
    const seen = await tried(check);
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`${what} never came`);
    await pause(pauseMs);
  }
}

/** What cannot be read right now is looked at again, as its error asks. */
async function tried<Seen>(check: () => Seen | Promise<Seen>): Promise<Seen | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof InProgressError) return undefined;
    throw error;
  }
}

interface WithState {
  readonly state?: unknown;
  readonly reason?: unknown;
}

/** Polls until what is read has this state; fails with the state and the reason that it has instead. */
export async function waitForState<Seen extends WithState>(
  reference: string,
  state: string,
  read: () => Promise<Seen | undefined>,
  limitMs?: number,
): Promise<Seen> {
  let last: Seen | undefined;
  const look = async () => {
    last = await read();
    return last?.state === state && last;
  };
  try {
    return await waitUntil(`${reference} becoming ${state}`, look, limitMs);
  } catch (cause) {
    throw new Error(`${reference} did not become ${state}: ${show(last)}`, { cause });
  }
}

const show = (seen: WithState | undefined) =>
  seen ? `it is ${String(seen.state)} (${String(seen.reason)})` : 'nothing could be read';
