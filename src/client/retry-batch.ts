import { setTimeout as pause } from 'node:timers/promises';
import { batches as BATCH } from '../../workflows/lifecycles.js';
import type { BatchSnapshot, BatchTerms } from '../domain/batch/batch.js';
import type { RowResult } from '../domain/batch/result-file.js';
import { type RefusedRetry, refuseRetry } from '../domain/batch/retry.js';
import type { BatchRow } from '../domain/batch/row.js';
import { readBatchRows } from './batch-rows.js';
import type { ClientContext } from './context.js';
import { deliverEvent } from './deliver-event.js';
import { InProgressError, RefusedError } from './errors.js';
import { readLifecycle } from './read.js';

/** Rows of a retry were paid before, or may still be. */
export class RetryRefusedError extends RefusedError {
  readonly rows: readonly RefusedRetry[];
  constructor(message: string, rows: readonly RefusedRetry[] = []) {
    super('retry-refused', message);
    this.rows = rows;
  }
}

const RECHECK_INTERVAL_MS = 100;

/** Refuses rows that are not safe to pay again, and claims the earlier batch: only one other batch may retry it. */
export async function claimRetry(
  context: ClientContext,
  { terms, rows }: { readonly terms: BatchTerms; readonly rows: readonly BatchRow[] },
): Promise<void> {
  const { retryOf: earlier = '', reference } = terms;
  const known: RowResult[] = [];
  for await (const row of readBatchRows(context, earlier)) known.push(row);
  const refused = refuseRetry(rows, known);
  if (refused.length > 0) {
    const message = `${refused.length} rows of batch ${earlier} were paid, or may still be`;
    throw new RetryRefusedError(message, refused);
  }
  const owner = await claim(context, earlier, reference);
  if (owner !== reference) {
    throw new RetryRefusedError(`batch ${owner} already retries batch ${earlier}: retry that one`);
  }
}

/** The batch that retries the earlier one. */
async function claim(context: ClientContext, earlier: string, by: string): Promise<string> {
  const key = `batch-retried:${by}`;
  await deliverEvent(
    context,
    { kind: BATCH, reference: earlier },
    { kind: 'batch-retried', key, eventType: 'batch-retried', by },
  );
  const until = Date.now() + context.timeoutMs;
  for (;;) {
    const { retriedBy } = await readLifecycle<BatchSnapshot>(context, BATCH, earlier);
    if (retriedBy !== undefined) return retriedBy;
    if (Date.now() >= until) throw new InProgressError(`Batch ${earlier} cannot be claimed right now.`);
    await pause(RECHECK_INTERVAL_MS);
  }
}
