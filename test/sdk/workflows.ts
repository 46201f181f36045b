import { defineQuery, proxyActivities, proxyLocalActivities, setHandler, sleep } from '@temporalio/workflow';

const { note } = proxyActivities<{ note(): Promise<void> }>({ startToCloseTimeout: '5s' });
const { work } = proxyLocalActivities<{ work(ms: number): Promise<void> }>({ startToCloseTimeout: '5s' });

export const now = defineQuery<number>('now');

/** Waits until a moment, as a loop with a deadline does. */
export async function dueByTimer(waitMs: number): Promise<void> {
  setHandler(now, () => Date.now());
  const due = Date.now() + waitMs;
  while (Date.now() < due) await sleep(due - Date.now());
  await note();
}

/** Works until a moment, in pieces that are local activities, and notes which of them took longer than expected. */
export async function dueByLocalActivity(pieces: number, pieceMs: number): Promise<void> {
  setHandler(now, () => Date.now());
  for (let piece = 0; piece < pieces; piece++) {
    const begun = Date.now();
    await work(pieceMs);
    if (Date.now() - begun < pieceMs) await note();
    await sleep(1);
  }
}
