import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WithStartWorkflowOperation } from '@temporalio/client';
import { COUNT_PAYOUTS, count, payoutDayId } from '../../workflows/services/payout-day/messages.js';
import type { Payout, PayoutSums } from '../domain/approval/tally.js';
import type { ClientContext } from './context.js';
import { isOutdatedStart, sendAcrossRuns } from './repeat.js';
import { findRun, isOpenRun } from './runs.js';
import { lifecycleAttribute } from './search-attributes.js';

export interface PayoutOfDay extends Payout {
  /** A calendar day in West Africa: 2026-01-31. */
  readonly day: string;
}

const RECHECK_MS = 100;

/**
 * Adds a payout to the sums of its day, which the first payout starts. The update id is a hash of the reference, so
 * Temporal answers a repeat within a run from its record; the workflow recognises one in a later run. Where the run of the day has
 * ended, because it was lost or because the day is long over, the next one continues with what that had counted.
 */
export async function countPayout(
  context: ClientContext,
  { day, ...payout }: PayoutOfDay,
): Promise<PayoutSums> {
  const workflowId = payoutDayId(day);
  const until = Date.now() + context.timeoutMs;
  for (let ended: string | undefined; ;) {
    const send = () => countOnce(context, day, payout, ended);
    try {
      return await sendAcrossRuns(context, { workflowId, until, send });
    } catch (error) {
      if (!isOutdatedStart(error) || Date.now() + RECHECK_MS >= until) throw error;
      const run = await findRun(context, workflowId);
      ended = run && !isOpenRun(run) ? run.runId : undefined;
      await delay(RECHECK_MS);
    }
  }
}

function countOnce(
  { client, taskQueue }: ClientContext,
  day: string,
  payout: Payout,
  recoverFrom: string | undefined,
): Promise<PayoutSums> {
  const start = new WithStartWorkflowOperation(COUNT_PAYOUTS, {
    workflowId: payoutDayId(day),
    taskQueue,
    args: [{ day, ...(recoverFrom !== undefined && { recoverFrom }) }],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: recoverFrom === undefined ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
    typedSearchAttributes: lifecycleAttribute('payout-day'),
    staticSummary: `Payouts of ${day}`,
  });
  // a failed start also rejects this promise, which nothing else handles
  start.workflowHandle().catch(() => undefined);
  return client.workflow.executeUpdateWithStart(count, {
    args: [payout],
    updateId: `count-${createHash('sha256').update(payout.reference).digest('hex').slice(0, 40)}`,
    startWorkflowOperation: start,
  });
}
