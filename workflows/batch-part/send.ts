import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { BatchFound } from '../../activities/batch-reads.js';
import type { PartTerms } from '../../src/domain/batch/batch-part.js';
import { judgeRow, type RowRecord } from '../../src/domain/batch/row-verdict.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { fundsNeeded, sumOf } from '../../src/domain/batch/totals.js';
import { mayStemFrom } from '../../src/domain/lifecycle/adoption.js';
import { kobo, showNaira } from '../../src/domain/money.js';
import { partReference, rowReference } from '../../src/domain/reference.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import { GATEWAY_READ, MANY_READS } from '../shared/gateway/activity-options.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import type { Attempt, Finding, Held, Operation, Outcome, Refused } from '../shared/gateway/operation.js';
import { createGate } from '../shared/payout/gate.js';
import { mayBeSent, SEND_KEY } from '../shared/payout/prepare-and-send.js';
import type { PartLifecycle } from './lifecycle.js';
import { isWanted } from './orders.js';

const { readBatchRows, readRows } = proxyActivities<Activities>(MANY_READS);
const { findBatch } = proxyActivities<Activities>(GATEWAY_READ);

type Sent =
  /** The status is undefined when only an operator knows that it was sent. */
  | { readonly kind: 'sent'; readonly status?: string }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string };

/** Share of the rows after which the gateway may report progress, in per cent; Oware reads the rows instead. */
const NOTIFICATION_INTERVAL = 100;

const WAITS_FOR_OTP = 'PENDING_AUTHORIZATION';

/** Sends the part once, or ends it: what was never sent moved no money. */
export async function sendPart(lifecycle: PartLifecycle): Promise<void> {
  const part = lifecycle.subject();
  if (!part.isUnsent()) return;
  const { order } = part.snapshot();
  if (!mayBeSent(lifecycle)) {
    if (order?.kind !== 'send') {
      // an earlier run may have waited to send it
      lifecycle.operations.delete(SEND_KEY);
      part.endUnsent(order?.as ?? 'CANCELLED', order?.reason ?? 'the batch was cancelled');
      return;
    }
    excludeHeld(lifecycle);
    if (part.rowsIn('PENDING').length === 0) {
      part.transitionTo('COMPLETED', 'it has no row to send');
      return;
    }
  }
  // without an order to send it is only looked for
  const notAfter = order?.kind === 'send' ? Date.parse(order.notAfter) : Date.now();
  const outcome = await lifecycle.run(sendOperation(lifecycle, notAfter));
  if (outcome.kind === 'answered' && outcome.answer.kind === 'sent') applySent(lifecycle, outcome.answer);
  else endUnsent(lifecycle, outcome);
}

/** The batch was approved without them. */
function excludeHeld(lifecycle: PartLifecycle): void {
  lifecycle
    .subject()
    .changeRows((known) => (known.state === 'HELD' ? { ...known, state: 'REFUSED' } : known));
}

function applySent(lifecycle: PartLifecycle, { status }: Extract<Sent, { kind: 'sent' }>): void {
  lifecycle.subject().setSent(status === WAITS_FOR_OTP);
  // an operator's word shows no state
  if (status === undefined) lifecycle.checks.requestNow();
}

function endUnsent(lifecycle: PartLifecycle, outcome: Outcome<Sent>): void {
  const part = lifecycle.subject();
  const { order } = part.snapshot();
  if (outcome.kind === 'answered') {
    const observed = outcome.answer.kind === 'used-elsewhere' ? outcome.answer.observed : '';
    part.endUnsent('REFUSED', usedElsewhere(observed));
  } else if (outcome.kind !== 'not-sent') part.endUnsent('REFUSED', outcome.reason);
  else if (order?.kind === 'end') part.endUnsent(order.as, order.reason);
  else part.endUnsent('EXPIRED', `not sent in time: ${outcome.reason}`);
}

function sendOperation(lifecycle: PartLifecycle, notAfter: number): Operation<Sent> {
  const part = lifecycle.subject();
  const { terms } = part.snapshot();
  const rows = part.rowsIn('PENDING');
  const gate = createGate(lifecycle, {
    queue: 'payouts',
    bankCodes: [...new Set(rows.map(({ bankCode }) => bankCode))],
    needKobo: () => fundsNeeded(rows, lifecycle.given()?.transferFees ?? []),
    fundsShortAt: () => part.snapshot().shortAt,
    onPaused: ({ reason }) => part.transitionTo('PAUSED', `paused: ${reason}`),
    onWaitingForFunds: (reason) => {
      part.change({ shortAt: Date.now() });
      part.transitionTo('WAITING_FOR_FUNDS', reason);
    },
    onReady: () => part.transitionTo('READY', 'about to be sent'),
  });
  return {
    key: SEND_KEY,
    summary: `Send part ${terms.reference}`,
    movesMoney: true,
    atRiskKobo: sumOf(rows),
    notAfter,
    ready: () => gate.ready(),
    send: (attempt) => sendOnce(lifecycle, rows, attempt),
    check: (since) => findSent(lifecycle, rows, since),
    isWanted: () => isWanted(lifecycle),
    adopt: () => ({ kind: 'sent' }),
  };
}

async function sendOnce(
  lifecycle: PartLifecycle,
  rows: readonly BatchRow[],
  { notAfter, afterUnknown, isRepeat }: Attempt,
): Promise<Sent | 'check-first' | 'exists' | Held | Refused> {
  const part = lifecycle.subject();
  const { terms } = part.snapshot();
  const answer = await effectsWithin('payouts', notAfter - Date.now()).initiateBatch.executeWithOptions(
    { summary: `Batch ${terms.reference}: ${rows.length} rows` },
    [toRequest(terms, rows), { notAfter: new Date(notAfter).toISOString() }],
  );
  switch (answer.kind) {
    case 'ok': {
      const {
        batchReference,
        batchStatus: status,
        totalTransactionsCount,
        totalAmount,
        totalFee,
      } = answer.body;
      const found = { status, ...given({ totalTransactionsCount, totalAmount, totalFee }) };
      // a reply about another batch proves nothing about this one
      const isOurs = batchReference === partReference(terms.batch, terms.part) && isAgreeing(rows, found);
      return isOurs ? { kind: 'sent', status } : 'check-first';
    }
    case 'reference-used':
      // ours only if an earlier attempt may have used it
      return afterUnknown ? 'exists' : { kind: 'used-elsewhere', observed: answer.message };
    case 'insufficient-funds':
      part.change({ shortAt: Date.now() });
      part.transitionTo('WAITING_FOR_FUNDS', answer.message);
      return { held: `refused with code ${answer.code}: ${answer.message}` };
    case 'duplicate-within-two-minutes':
      // the twin may be our own attempt
      if (isRepeat) return 'check-first';
      return { held: `refused with code ${answer.code}: ${answer.message}` };
    case 'declined':
      // D01 only says that something went wrong: it counts once the gateway is proven to have no such batch
      return {
        refused: `refused with code ${answer.code}: ${answer.message}`,
        ...(answer.code === 'D01' && { isDoubtful: true }),
      };
  }
}

function toRequest(
  { batch, part, title, narration, onValidationFailure }: PartTerms,
  rows: readonly BatchRow[],
) {
  return {
    title,
    batchReference: partReference(batch, part),
    narration: narration ?? title,
    onValidationFailure,
    notificationInterval: NOTIFICATION_INTERVAL,
    transactionList: rows.map((row) => ({
      amount: row.amountKobo,
      reference: rowReference(batch, row.n),
      narration: row.narration,
      destinationBankCode: row.bankCode,
      destinationAccountNumber: row.accountNumber,
      destinationAccountName: row.accountName,
      currency: 'NGN' as const,
    })),
  };
}

interface Totals {
  readonly totalTransactionsCount?: number | null | undefined;
  readonly totalAmount?: number | null | undefined;
  readonly totalFee?: number | null | undefined;
}

function given({ totalTransactionsCount: count, totalAmount, totalFee }: Totals): Omit<BatchFound, 'status'> {
  return {
    ...(count != null && { count }),
    ...(totalAmount != null && { amountKobo: kobo(totalAmount) }),
    ...(totalFee != null && { feeKobo: kobo(totalFee) }),
  };
}

/** Whether a record of the gateway may be this part. Some totals include the fees, others do not. */
function isAgreeing(
  rows: readonly BatchRow[],
  { count, amountKobo, feeKobo = kobo(0) }: Omit<BatchFound, 'status'>,
) {
  const sumKobo = sumOf(rows);
  const isAmount = amountKobo === undefined || amountKobo === sumKobo || amountKobo === sumKobo + feeKobo;
  return (count === undefined || count === rows.length) && isAmount;
}

/**
 * Looks for the part by everything that the gateway can show of it. A batch is never sent again: as long as an attempt
 * has an unknown outcome, finding nothing proves nothing, and an operator concludes it.
 */
async function findSent(
  lifecycle: PartLifecycle,
  rows: readonly BatchRow[],
  since: number,
): Promise<Finding<Sent>> {
  const { batch, part } = lifecycle.subject().snapshot().terms;
  const batchReference = partReference(batch, part);
  const listed = await readBatchRows.executeWithOptions({ summary: `Read the rows of ${batchReference}` }, [
    { batchReference, batch, rows: rows.map(({ n }) => n), known: {} },
  ]);
  if (listed.kind === 'ok' && listed.changed.length > 0) return fromRows(rows, listed.changed);
  const found = await findBatch.executeWithOptions({ summary: `Find ${batchReference}` }, [
    { batchReference },
  ]);
  if (found) return fromBatch(rows, found, since);
  const ends = [...new Set([rows[0]?.n ?? 1, rows.at(-1)?.n ?? 1])];
  const reads = await readRows.executeWithOptions({ summary: 'Read the first and the last row' }, [
    { batch, rows: ends },
  ]);
  const records = reads.flatMap((read) => (read.kind === 'found' ? [read.record] : []));
  if (records.length > 0) return fromRows(rows, records);
  const observed = `no batch ${batchReference}, neither its first nor its last row`;
  const hasUnknown = (lifecycle.operations.get(SEND_KEY)?.unknown ?? 0) > 0;
  const isProof = !hasUnknown && reads.every((read) => read.kind === 'absent');
  return { kind: isProof ? 'absent' : 'undecided', observed };
}

function fromRows(rows: readonly BatchRow[], records: readonly RowRecord[]): Finding<Sent> {
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  const readings = records.map((record) => {
    const row = byNumber.get(record.n);
    return row && judgeRow(row, record);
  });
  const foreign = readings.find((reading) => reading?.kind === 'doubt');
  // one row of ours shows that the batch is ours: the others are then read, and each doubtful one needs review
  const hasOurs = readings.some((reading) => reading !== undefined && reading.kind !== 'doubt');
  if (foreign?.kind === 'doubt' && !hasOurs) {
    return {
      kind: 'found',
      answer: { kind: 'used-elsewhere', observed: foreign.reason },
      observed: foreign.reason,
    };
  }
  const isWaiting = readings.some((reading) => reading?.kind === 'authorization');
  const observed = `${records.length} of its rows`;
  return {
    kind: 'found',
    answer: { kind: 'sent', status: isWaiting ? WAITS_FOR_OTP : 'IN_PROGRESS' },
    observed,
  };
}

function fromBatch(rows: readonly BatchRow[], found: BatchFound, since: number): Finding<Sent> {
  const { status, count, amountKobo, createdOn } = found;
  const observed = `a batch of ${count ?? 'unknown'} rows, ${amountKobo === undefined ? 'unknown sum' : showNaira(amountKobo)}, ${status}`;
  if (!mayStemFrom(since, createdOn)) {
    return { kind: 'found', answer: { kind: 'used-elsewhere', observed }, observed };
  }
  // it may be ours without the rows that were excluded, by a person or by the gateway
  if (!isAgreeing(rows, found)) return { kind: 'undecided', observed };
  return { kind: 'found', answer: { kind: 'sent', status }, observed };
}
