import { batches as BATCH, batchParts as BATCH_PART } from '../../workflows/lifecycles.js';
import type { BatchSnapshot } from '../domain/batch/batch.js';
import { type PartSnapshot, resultsOf } from '../domain/batch/batch-part.js';
import { partCount, partId } from '../domain/batch/part.js';
import type { RowResult } from '../domain/batch/result-file.js';
import type { ClientContext } from './context.js';
import { NotFoundError } from './errors.js';
import { readLifecycle } from './read.js';

/** The rows of a batch with what became of them, part by part, as they are read. */
export async function* readBatchRows(
  context: ClientContext,
  reference: string,
  only?: number,
): AsyncGenerator<RowResult> {
  const { terms, sealedAt } = await readLifecycle<BatchSnapshot>(context, BATCH, reference);
  const parts = Array.from({ length: partCount(terms.count) }, (_, index) => index + 1);
  for (const part of parts.filter((each) => only === undefined || each === only)) {
    try {
      yield* resultsOf(await readLifecycle<PartSnapshot>(context, BATCH_PART, partId(reference, part)));
    } catch (error) {
      // not every part of a batch that was never sealed is stored
      if (!(error instanceof NotFoundError) || sealedAt !== undefined) throw error;
    }
  }
}
