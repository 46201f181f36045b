import { batches as BATCH, batchParts as BATCH_PART } from '../../workflows/lifecycles.js';
import { sealBatch } from '../../workflows/batch/messages.js';
import type { BatchSnapshot, BatchTerms } from '../domain/batch/batch.js';
import type { PartSnapshot, PartTerms } from '../domain/batch/batch-part.js';
import { partCount, partId, ROWS_IN_A_PART } from '../domain/batch/part.js';
import type { BatchRow } from '../domain/batch/row.js';
import type { ClientContext } from './context.js';
import { create, type CreateAnswer, type CreateOptions } from './create.js';
import { ClosedError, InProgressError, NotFoundError } from './errors.js';
import { isRefusedInput, readLifecycle } from './read.js';
import { refuseTerms } from './refuse-terms.js';
import { claimRetry } from './retry-batch.js';
import { sendCommand } from './send-command.js';

/** Each part is a message of a hundred kilobytes and more. */
const PARTS_AT_ONCE = 4;

export interface BatchToCreate extends CreateOptions {
  readonly terms: BatchTerms;
  readonly rows: readonly BatchRow[];
}

type Answer = CreateAnswer<BatchSnapshot>;

/**
 * Starts the batch, stores its rows in parts, and seals it: nothing is sent before that. A repeat after a lost reply
 * continues where the first one stopped, and compares every row with those that are stored.
 */
export async function createBatch(context: ClientContext, batch: BatchToCreate): Promise<Answer> {
  const { terms, rows, maker } = batch;
  refuseTerms(terms, BATCH);
  if (terms.retryOf !== undefined && !(await exists(context, terms))) await claimRetry(context, batch);
  const answer = await create(context, BATCH, { terms, maker });
  if (answer.kind === 'reference-conflict' || answer.kind === 'closed') return answer;
  const stored = await storeParts(context, { parts: toParts(terms, rows), maker });
  if (stored) return stored;
  return seal(context, terms);
}

async function exists(context: ClientContext, { reference }: BatchTerms): Promise<boolean> {
  try {
    await readLifecycle(context, BATCH, reference);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

function toParts(terms: BatchTerms, rows: readonly BatchRow[]): PartTerms[] {
  const { reference: batch, title, narration, onValidationFailure } = terms;
  return Array.from({ length: partCount(rows.length) }, (_, index) => ({
    reference: partId(batch, index + 1),
    batch,
    part: index + 1,
    title,
    ...(narration !== undefined && { narration }),
    onValidationFailure,
    rows: rows.slice(index * ROWS_IN_A_PART, (index + 1) * ROWS_IN_A_PART),
  }));
}

/** Undefined when all parts are stored; else why not. */
async function storeParts(
  context: ClientContext,
  { parts, maker }: Pick<CreateOptions, 'maker'> & { readonly parts: readonly PartTerms[] },
): Promise<Answer | undefined> {
  let next = 0;
  let failed: Answer | undefined;
  const lane = async () => {
    for (let part = parts[next++]; part && !failed; part = parts[next++]) {
      refuseTerms(part, BATCH_PART);
      // so that no one decides about their own rows
      const answer = await create(context, BATCH_PART, { terms: part, maker });
      if (answer.kind === 'reference-conflict') failed = { kind: answer.kind, differences: ['rows'] };
      // it may not be stored
      if (answer.kind === 'in-progress' || isWithoutPart(answer)) failed = { kind: 'in-progress' };
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, lane));
  return failed;
}

/** A run that an event had started before the part was stored has just ended: a repeat stores it. */
function isWithoutPart(answer: CreateAnswer<PartSnapshot>): boolean {
  return answer.kind === 'closed' && isRefusedInput(answer.snapshot);
}

async function seal(context: ClientContext, terms: BatchTerms): Promise<Answer> {
  const { reference, count, sumKobo, fingerprint } = terms;
  try {
    const command = { update: sealBatch, args: [{ count, sumKobo, fingerprint }] as [SealArgs] };
    const snapshot = await sendCommand(context, { kind: BATCH, reference }, command);
    return { kind: BATCH.isOver(snapshot) ? 'closed' : 'open', snapshot };
  } catch (error) {
    if (error instanceof ClosedError) return { kind: 'closed', snapshot: error.snapshot as BatchSnapshot };
    if (error instanceof InProgressError) return { kind: 'in-progress' };
    throw error;
  }
}

type SealArgs = Pick<BatchTerms, 'count' | 'sumKobo' | 'fingerprint'>;
