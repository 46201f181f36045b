import { waitUntil } from '../wait-until.js';
import { MINUTE } from './world.js';

/** Moves time step by step, a minute unless given, until `check` holds: what depends on a check may need one more. */
export function createPassUntil(pass: (ms: number) => Promise<void>) {
  return async (what: string, check: () => Promise<boolean>, stepMs = MINUTE): Promise<void> => {
    await waitUntil(what, async () => (await check()) || pass(stepMs).then(() => false));
  };
}
