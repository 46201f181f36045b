import { WithStartWorkflowOperation } from '@temporalio/client';
import { CLAIM_ROWS, claim, rowsClaimId } from '../../workflows/services/rows-claim/messages.js';
import { batches as BATCH } from '../../workflows/lifecycles.js';
import type { BatchSnapshot } from '../domain/batch/batch.js';
import { isLongOver, type RowsClaim } from '../domain/batch/rows-claim.js';
import type { ClientContext } from './context.js';
import { NotFoundError } from './errors.js';
import { readLifecycle } from './read.js';
import { chainOf } from './retry-batch.js';
import { sendAcrossRuns } from './repeat.js';
import { lifecycleAttribute } from './search-attributes.js';

/**
 * Claims the payments of a batch, and returns a batch that had claimed them before, within seven days of both; or that batch itself, also when
 * it repeats its claim. A retry pays those of its chain again: the claim of any batch of the chain is its own, that of another is not.
 */
export async function claimRows(
  context: ClientContext,
  { fingerprint, batch, startAt, notAfter }: RowsClaim,
): Promise<string> {
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
    return client.workflow.executeUpdateWithStart(claim, {
      args: [batch, startAt, notAfter],
      startWorkflowOperation: start,
    });
  };
  const found = await sendAcrossRuns(context, { workflowId, until: Date.now() + timeoutMs, send });
  const earlier = (typeof found === 'string' ? [found] : found).filter((each) => each !== batch);
  if (earlier.length === 0) return batch;
  const chain = await chainOf(context, batch);
  for (const each of earlier.filter((other) => !chain.includes(other))) {
    if (!(await isForgotten(context, each))) return each;
  }
  return batch;
}

/** One that cannot be read may have been sent. */
async function isForgotten(context: ClientContext, reference: string): Promise<boolean> {
  try {
    return isLongOver(await readLifecycle<BatchSnapshot>(context, BATCH, reference), Date.now());
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}
