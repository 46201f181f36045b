import { batches as BATCH } from '../../workflows/lifecycles.js';
import type { BatchSnapshot } from '../domain/batch/batch.js';
import { safeRowsOf } from '../domain/batch/retry.js';
import type { RowResult } from '../domain/batch/result-file.js';
import { readBatchRows } from './batch-rows.js';
import type { ClientContext } from './context.js';
import { NotFoundError } from './errors.js';
import { idOf } from './ids.js';
import { readLifecycle } from './read.js';
import { isStored, readChain } from './retry-batch.js';
import { findRun } from './runs.js';

/**
 * The rows of a batch as merchants read them: one is safe to pay again only if no batch of its chain of retries has paid the debt,
 * or may still, and only in the latest batch that has it.
 */
export async function* readBatchResults(
  context: ClientContext,
  reference: string,
  part?: number,
): AsyncGenerator<RowResult> {
  const safe = await safeRows(context, reference);
  for await (const row of readBatchRows(context, reference, part)) {
    yield row.safeToPayAgain && safe?.has(row.n) === false ? { ...row, safeToPayAgain: false } : row;
  }
}

/** Undefined for a batch that neither retries another nor is retried: its rows speak for themselves. */
async function safeRows(context: ClientContext, reference: string): Promise<ReadonlySet<number> | undefined> {
  const { terms, retriedBy } = await readLifecycle<BatchSnapshot>(context, BATCH, reference);
  if (terms.retryOf === undefined && retriedBy === undefined) return undefined;
  try {
    const latest = await latestOf(context, reference);
    if (!isStored(latest)) return new Set();
    const last = latest.terms.reference;
    const rows = safeRowsOf(await readChain(context, last));
    const own = rows.filter(({ batch = last }) => batch === reference);
    return new Set(own.map(({ n }) => n));
  } catch (error) {
    // what can no longer be read may have paid them
    if (error instanceof NotFoundError) return new Set();
    throw error;
  }
}

/** The last retry of a batch, or that batch. The one that has claimed it may never have been created. */
async function latestOf(context: ClientContext, reference: string): Promise<BatchSnapshot> {
  const read = (batch: string) => readLifecycle<BatchSnapshot>(context, BATCH, batch);
  let latest = await read(reference);
  for (;;) {
    const { retriedBy, terms } = latest;
    if (retriedBy === undefined || !(await findRun(context, idOf(BATCH, retriedBy)))) return latest;
    const next = await read(retriedBy);
    if (next.terms.retryOf !== terms.reference) return latest;
    latest = next;
  }
}
