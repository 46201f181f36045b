import { setTimeout as pause } from 'node:timers/promises';
import { batches as BATCH, batchParts as BATCH_PART } from '../../workflows/lifecycles.js';
import { type BatchSnapshot, knows } from '../domain/batch/batch.js';
import { isAtGateway, type PartReports, type PartSnapshot, reportOf } from '../domain/batch/batch-part.js';
import { partId } from '../domain/batch/part.js';
import { ordersFor, type PartOrders } from '../domain/batch/part-orders.js';
import type { TransferFees } from '../domain/transfer-fees.js';
import type { ClientContext } from './context.js';
import { confirm } from './confirm.js';
import { isRefusedInput, readLifecycle } from './read.js';
import { readOrRestore, readOwn } from './restore.js';

/** What a batch wants of one of its parts; null when there is no such batch. */
export async function readPartOrders(
  context: ClientContext,
  batch: string,
  part: number,
): Promise<PartOrders | null> {
  const snapshot = await readOwn<BatchSnapshot>(context, BATCH, batch);
  return snapshot ? ordersFor(snapshot, part) : null;
}

/**
 * How parts of a batch stand; those that were never stored are left out. One that is lost is restored, and answers later: it may
 * have been sent. Fails only when no part answers: a worker that has just
 * started needs seconds to answer for twenty of them, and what it has answered must not be read again.
 */
export async function readPartReports(
  context: ClientContext,
  batch: string,
  parts: readonly number[],
  fees: TransferFees,
): Promise<PartReports> {
  const read = (part: number) => readPart(context, partId(batch, part));
  const answers = await Promise.allSettled(parts.map(read));
  const [first] = answers;
  if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected'))
    throw first.reason;
  const snapshots = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined));
  return {
    reports: snapshots.flatMap((snapshot) => (snapshot ? [reportOf(snapshot, fees)] : [])),
    unanswered: parts.filter((_part, index) => answers[index]?.status === 'rejected'),
  };
}

async function readPart(context: ClientContext, reference: string): Promise<PartSnapshot | undefined> {
  const snapshot = await readOrRestore<PartSnapshot>(context, BATCH_PART, reference);
  // an event about it came before it was stored
  return snapshot && !isRefusedInput(snapshot) ? snapshot : undefined;
}

const RECHECK_INTERVAL_MS = 100;

/** Has what was sent, or may have been, checked with the gateway, and returns the batch once it knows what its parts have learned. */
export async function confirmBatch(
  context: ClientContext,
  reference: string,
  ms: number = context.timeoutMs,
): Promise<BatchSnapshot> {
  const until = Date.now() + ms;
  const { parts } = await readLifecycle<BatchSnapshot>(context, BATCH, reference);
  const asked = parts.filter(isAtGateway).map(({ part }) => partId(reference, part));
  const checked = await Promise.all(
    asked.map((part) => confirm<PartSnapshot>(context, { kind: BATCH_PART, reference: part }, ms)),
  );
  for (;;) {
    const batch = await readLifecycle<BatchSnapshot>(context, BATCH, reference);
    if (knows(batch, checked) || Date.now() >= until) return batch;
    await pause(RECHECK_INTERVAL_MS);
  }
}
