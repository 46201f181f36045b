import { sleep } from '@temporalio/workflow';

/** Waits this many times, one after the other, and returns the average lateness of a timer. */
export async function waitInTurns(ms: number, times: number): Promise<number> {
  const begunAt = Date.now();
  for (let n = 0; n < times; n += 1) await sleep(ms);
  return (Date.now() - begunAt) / times - ms;
}
