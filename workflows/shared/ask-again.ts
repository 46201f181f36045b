import { sleep } from '@temporalio/workflow';

/** Asks at once, and again by the plan while nothing is found: the gateway's records may lag behind its events. */
export async function askAgain<Found>(
  planMs: readonly number[],
  ask: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const pause of [0, ...planMs]) {
    if (pause > 0) await sleep(pause, { summary: 'Look again' });
    const found = await ask();
    if (found !== undefined) return found;
  }
  return undefined;
}
