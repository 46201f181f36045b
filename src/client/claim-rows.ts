import { WithStartWorkflowOperation } from '@temporalio/client';
import { CLAIM_ROWS, claim, rowsClaimId } from '../../workflows/services/rows-claim/messages.js';
import type { RowsClaim } from '../domain/batch/rows-claim.js';
import type { ClientContext } from './context.js';
import { chainOf } from './retry-batch.js';
import { sendAcrossRuns } from './repeat.js';
import { lifecycleAttribute } from './search-attributes.js';

/**
 * Claims the payments of a batch. The first batch within seven days owns them; its repeats get the same answer. A retry pays
 * those of its chain again: the claim of any batch of the chain is its own.
 */
export async function claimRows(context: ClientContext, { fingerprint, batch }: RowsClaim): Promise<string> {
  const { client, taskQueue, timeoutMs } = context;
  const workflowId = rowsClaimId(fingerprint);
  const send = () => {
    const start = new WithStartWorkflowOperation(CLAIM_ROWS, {
      workflowId,
      taskQueue,
      args: [{ owner: batch }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      typedSearchAttributes: lifecycleAttribute('rows'),
      staticSummary: `Payments of batch ${batch}`,
    });
    // a failed start also rejects this promise, which nothing else handles
    start.workflowHandle().catch(() => undefined);
    return client.workflow.executeUpdateWithStart(claim, { args: [], startWorkflowOperation: start });
  };
  const owner = await sendAcrossRuns(context, { workflowId, until: Date.now() + timeoutMs, send });
  return owner !== batch && (await chainOf(context, batch)).includes(owner) ? batch : owner;
}
