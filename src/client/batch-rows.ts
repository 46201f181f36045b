import { batches as BATCH, batchParts as BATCH_PART } from '../../workflows/lifecycles.js';
import type { BatchSnapshot } from '../domain/batch/batch.js';
import { type PartSnapshot, resultsOf } from '../domain/batch/batch-part.js';
import { partCount, partId } from '../domain/batch/part.js';
import type { RowResult } from '../domain/batch/result-file.js';
import type { ClientContext } from './context.js';
import { notFound, NotFoundError } from './errors.js';
import { idOf } from './ids.js';
import { isRefusedInput, readLifecycle } from './read.js';
import { findRun, isLostRun } from './runs.js';

/** The rows of a batch with what became of them, part by part, as they are read. */
export async function* readBatchRows(
  context: ClientContext,
  reference: string,
  only?: number,
): AsyncGenerator<RowResult> {
  const { terms, sealedAt } = await readLifecycle<BatchSnapshot>(context, BATCH, reference);
  const parts = Array.from({ length: partCount(terms.count) }, (_, index) => index + 1);
  for (const part of parts.filter((each) => only === undefined || each === only)) {
    const id = partId(reference, part);
    try {
      const stored = await readLifecycle<PartSnapshot>(context, BATCH_PART, id);
      if (!isRefusedInput(stored)) yield* resultsOf(stored);
      else if (sealedAt !== undefined) throw notFound(BATCH_PART.noun, id);
    } catch (error) {
      // not every part of a batch that was never sealed is stored; one that is lost may have been sent
      const isUnstored = error instanceof NotFoundError && sealedAt === undefined;
      if (!isUnstored || (await isLost(context, id))) throw error;
    }
  }
}

async function isLost(context: ClientContext, part: string): Promise<boolean> {
  const run = await findRun(context, idOf(BATCH_PART, part));
  return run !== undefined && isLostRun(run);
}
