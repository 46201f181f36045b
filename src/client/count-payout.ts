import { createHash } from 'node:crypto';
import { WithStartWorkflowOperation } from '@temporalio/client';
import { COUNT_PAYOUTS, count, payoutDayId } from '../../workflows/services/payout-day/messages.js';
import type { Payout, PayoutSums } from '../domain/approval/tally.js';
import type { ClientContext } from './context.js';
import { sendAcrossRuns } from './repeat.js';
import { lifecycleAttribute } from './search-attributes.js';

export interface PayoutOfDay extends Payout {
  /** A calendar day in West Africa: 2026-01-31. */
  readonly day: string;
}

/**
 * Adds a payout to the sums of its day, which the first payout starts. The update id is a hash of the reference, so
 * Temporal answers a repeat within a run from its record; the workflow recognises one in a later run.
 */
export async function countPayout(
  context: ClientContext,
  { day, ...payout }: PayoutOfDay,
): Promise<PayoutSums> {
  const { client, taskQueue, timeoutMs } = context;
  const workflowId = payoutDayId(day);
  const updateId = `count-${createHash('sha256').update(payout.reference).digest('hex').slice(0, 40)}`;
  const send = () => {
    const start = new WithStartWorkflowOperation(COUNT_PAYOUTS, {
      workflowId,
      taskQueue,
      args: [{ day }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      typedSearchAttributes: lifecycleAttribute('payout-day'),
      staticSummary: `Payouts of ${day}`,
    });
    // a failed start also rejects this promise, which nothing else handles
    start.workflowHandle().catch(() => undefined);
    return client.workflow.executeUpdateWithStart(count, {
      args: [payout],
      updateId,
      startWorkflowOperation: start,
    });
  };
  return sendAcrossRuns(context, { workflowId, until: Date.now() + timeoutMs, send });
}
