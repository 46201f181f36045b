import { sleep } from '@temporalio/workflow';

/** Waits so often, one after the other, and returns by how much a timer was late on average. */
export async function waitInTurns(ms: number, times: number): Promise<number> {
  const begunAt = Date.now();
  for (let n = 0; n < times; n += 1) await sleep(ms);
  return (Date.now() - begunAt) / times - ms;
}
