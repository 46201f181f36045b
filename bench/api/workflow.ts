import { defineUpdate, proxyActivities, setHandler, sleep } from '@temporalio/workflow';
import type { HandWrittenActivities } from './worker.js';

const { openTransaction } = proxyActivities<HandWrittenActivities>({
  startToCloseTimeout: '30s',
  retry: { maximumAttempts: 1 },
});

const open = defineUpdate<string, [string]>('open');

/** What a merchant's engineer would write first: the update of a new workflow makes one gateway call. */
export async function handWritten(): Promise<void> {
  setHandler(open, (reference) => openTransaction(reference));
  // the window in which the payer can pay
  await sleep('40 minutes');
}
