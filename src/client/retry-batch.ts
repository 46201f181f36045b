import { setTimeout as pause } from 'node:timers/promises';
import { batches as BATCH, batchParts as BATCH_PART } from '../../workflows/lifecycles.js';
import { type BatchSnapshot, type BatchTerms, isBatchEnded } from '../domain/batch/batch.js';
import {
  areKnown,
  type Debts,
  debtsOf,
  type EarlierRow,
  type RefusedRetry,
  refuseRetry,
  repeatedRows,
  type RetryRead,
} from '../domain/batch/retry.js';
import type { PartSnapshot } from '../domain/batch/batch-part.js';
import { partCount, partId, partOf } from '../domain/batch/part.js';
import { isInRequest } from '../domain/batch/row-payout.js';
import type { BatchRow } from '../domain/batch/row.js';
import { readBatchRows } from './batch-rows.js';
import type { ClientContext } from './context.js';
import { deliverEvent } from './deliver-event.js';
import { InProgressError, RefusedError } from './errors.js';
import { readLifecycle } from './read.js';

/** Rows of a retry were paid before, may still be, or are no rows of the batch that it retries. */
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
  await refuseUnstored(context, earlier);
  const refused = refuseRetry(rows, await readDebts(context, earlier, rows));
  if (refused.length > 0) {
    const message = `${refused.length} rows may not be paid as a retry of batch ${earlier}: they were paid, may still be, or are not the rows of that batch that have failed`;
    throw new RetryRefusedError(message, refused);
  }
  const owner = await claim(context, earlier, reference);
  if (owner !== reference) {
    throw new RetryRefusedError(
      `batch ${owner} already retries batch ${earlier}: retry that one; if there is none, send its request again`,
    );
  }
}

/** Whether all of its rows are stored, or no further ones will be. */
export const isStored = ({ sealedAt, state }: BatchSnapshot) => sealedAt !== undefined || isBatchEnded(state);

/** Rows that are not stored yet cannot be compared, and may be paid. */
async function refuseUnstored(context: ClientContext, earlier: string): Promise<void> {
  if (isStored(await readLifecycle<BatchSnapshot>(context, BATCH, earlier))) return;
  throw new RetryRefusedError(
    `the rows of batch ${earlier} are still being stored: send its request again, or wait until it has ended`,
  );
}

/**
 * For workers, just before a send: the rows of a retry, or of one of its parts, that must not be sent, because another batch of
 * the chain has paid them since, or may have; and the rows that the others pay again.
 */
export async function readRetry(
  context: ClientContext,
  reference: string,
  part?: number,
): Promise<RetryRead> {
  const { terms } = await readLifecycle<BatchSnapshot>(context, BATCH, reference);
  if (terms.retryOf === undefined) return { refused: [], repeated: [] };
  const own: BatchRow[] = [];
  for (let each = 1; each <= partCount(terms.count); each++) {
    const { terms: stored, rows } = await readLifecycle<PartSnapshot>(
      context,
      BATCH_PART,
      partId(reference, each),
    );
    own.push(...stored.rows.filter((_row, index) => isInRequest(rows[index] ?? { state: 'PENDING' })));
  }
  // a run that was lost has forgotten its claim: the batch that claimed it after that may pay all of them
  const isOwner = (await claim(context, terms.retryOf, reference)) === reference;
  const isAsked = ({ n }: { readonly n: number }) => part === undefined || partOf(n) === part;
  const refuse = (rows: readonly { readonly n: number }[]) => rows.filter(isAsked).map(({ n }) => n);
  if (!isOwner) return { refused: refuse(own), repeated: [] };
  // of all rows: how often one payment may be made, the parts share
  const debts = await readDebts(context, terms.retryOf, own);
  return {
    refused: refuse(refuseRetry(own, debts)),
    repeated: repeatedRows(own, debts, terms.retryOf).filter(isAsked),
  };
}

/** A batch and all that it retries, the latest first. */
export async function chainOf(context: ClientContext, reference: string): Promise<readonly string[]> {
  const chain: string[] = [];
  let batch: string | undefined = reference;
  while (batch !== undefined && !chain.includes(batch)) {
    chain.push(batch);
    const { terms }: BatchSnapshot = await readLifecycle<BatchSnapshot>(context, BATCH, batch);
    batch = terms.retryOf;
  }
  return chain;
}

/** What is owed by a batch and by all that it retries, as their rows stand now. */
export async function readChain(context: ClientContext, reference: string): Promise<Debts> {
  const batches: EarlierRow[][] = [];
  for (const batch of await chainOf(context, reference)) {
    const own: EarlierRow[] = [];
    for await (const row of readBatchRows(context, batch)) {
      own.push(batch === reference ? row : { ...row, batch });
    }
    batches.unshift(own);
  }
  return debtsOf(batches);
}

/** The same for a retry of these rows; fails while a read is owed of what they pay again, which may be safe, or paid. */
async function readDebts(context: ClientContext, earlier: string, rows: readonly BatchRow[]): Promise<Debts> {
  const debts = await readChain(context, earlier);
  if (areKnown(rows, debts)) return debts;
  throw new InProgressError(`The rows of batch ${earlier} are being checked with the gateway.`);
}

/** The batch that retries the earlier one: the first that asks. */
async function claim(context: ClientContext, earlier: string, by: string): Promise<string> {
  const known = await readLifecycle<BatchSnapshot>(context, BATCH, earlier);
  if (known.retriedBy !== undefined) return known.retriedBy;
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
