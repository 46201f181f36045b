import type { PartTerms } from '../../src/domain/batch/batch-part.js';
import { isInRequest, payoutOf } from '../../src/domain/batch/row-payout.js';
import { paidSince } from '../../src/domain/batch/retry.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { fundsNeeded, sumOf } from '../../src/domain/batch/totals.js';
import { kobo } from '../../src/domain/money.js';
import { CHECKED_MS } from '../../src/domain/movement/may-send.js';
import type { Requirement } from '../../src/domain/payout/next-step.js';
import type { RecordShows } from '../../src/domain/payout/record.js';
import { isAuthorising } from '../../src/domain/payout/state.js';
import { partReference, rowReference } from '../../src/domain/reference.js';
import { DUPLICATE_GUARD_MS } from '../../src/domain/transfer/transfer.js';
import { effectsWithin } from '../shared/gateway/effects.js';
import type { PayoutKind, SendReply, Withdrawable } from '../shared/payout/payout-kind.js';
import { replyTo } from '../shared/payout/replies.js';
import { beginAuthorization } from './find.js';
import type { PartLifecycle } from './lifecycle.js';
import { expectedFrom } from './place.js';
import { sendOptions } from '../shared/gateway/send-options.js';

/** Share of the rows after which the gateway may report progress, in per cent; Oware reads the rows instead. */
const NOTIFICATION_INTERVAL = 100;

const WAITS_FOR_OTP = 'PENDING_AUTHORIZATION';

/** How the rows of a part are sent, as one batch. Its approval, its start and its twins are matters of its batch. */
export function partKind(lifecycle: PartLifecycle, find: PayoutKind['find']): PayoutKind {
  const part = lifecycle.subject();
  const { snapshot } = part;
  return {
    // never again under the same reference: rows that the gateway has taken, it would take twice
    movement: ({ absenceHorizonMs }) => ({ asked: part.sumToSend(), horizonMs: absenceHorizonMs }),
    startAt: () => 0,
    notAfter: () => lastMoment(lifecycle),
    expectedFrom: (settings) => expectedFrom(lifecycle, settings),
    requirement: (_settings, now) => requirementOf(lifecycle, now),
    // what an event reports of a row before the send, or of one that is excluded, must be understood first
    others: () => {
      const { terms, rows, request } = snapshot();
      return terms.rows.flatMap((row, index) => {
        const known = rows[index];
        return known?.seen ? [payoutOf(row, known, request).movement] : [];
      });
    },
    isStoppable: () => isAuthorising(snapshot().request.state),
    needKobo: ({ transferFees }) => fundsNeeded(part.rowsToSend(), transferFees),
    wants: () => ({ bankCodes: banksOf(part.rowsToSend()) }),
    send: (notAfter, withdrawable) => send(lifecycle, notAfter, withdrawable),
    find,
  };
}

/** Without an order to send, it is only looked for. */
function lastMoment(lifecycle: PartLifecycle): number {
  const { order, epoch } = lifecycle.subject().snapshot();
  return order?.kind === 'send' ? Date.parse(order.notAfter) : Date.parse(epoch);
}

export const banksOf = (rows: readonly BatchRow[]) => [...new Set(rows.map(({ bankCode }) => bankCode))];

/** The names at the banks are read again after a day: accounts are closed, and opened anew. */
export function areNamesKnown(lifecycle: PartLifecycle, now: number): boolean {
  const { namesAt } = lifecycle.subject().snapshot();
  return namesAt !== undefined && now < Date.parse(namesAt) + CHECKED_MS;
}

function requirementOf(lifecycle: PartLifecycle, now: number): Requirement | undefined {
  const { rows, order, paidSince: paid } = lifecycle.subject().snapshot();
  if (!rows.some(isInRequest)) return { refused: 'none of its rows may be sent' };
  if (order?.kind === 'send' && order.isRetry) {
    if (!paid) return { needs: 'look', what: 'what became of the rows that it retries' };
    if (paid.length > 0) return { refused: paidSince(paid) };
  }
  return areNamesKnown(lifecycle, now) ? undefined : { needs: 'look', what: 'the name enquiries' };
}

async function send(
  lifecycle: PartLifecycle,
  notAfter: number,
  withdrawable: Withdrawable,
): Promise<SendReply> {
  const part = lifecycle.subject();
  const { terms } = part.snapshot();
  const rows = part.rowsToSend();
  const answer = await withdrawable(() =>
    effectsWithin('payouts', notAfter - Date.now()).initiateBatch.executeWithOptions(
      { summary: `Batch ${terms.reference}: ${rows.length} rows` },
      [toRequest(terms, rows), sendOptions(notAfter, banksOf(rows))],
    ),
  );
  if (answer.kind === 'duplicate-within-two-minutes') {
    // no earlier request of this part has left: it would not be sent again. So the equal payment is another one
    const observed = `refused with code ${answer.code}: ${answer.message}`;
    return { answer: 'held', observed, notBefore: Date.now() + DUPLICATE_GUARD_MS };
  }
  const reply = replyTo(answer, (body) => shownBy(rows, partReference(terms.batch, terms.part), body));
  if (reply.record?.shows === 'authorising') beginAuthorization(lifecycle);
  // D01 only says that something went wrong
  const isDoubtful = answer.kind === 'declined' && answer.code === 'D01';
  return isDoubtful ? { ...reply, answer: 'left' } : reply;
}

interface Reply extends Totals {
  readonly batchReference: string;
  readonly batchStatus: string;
}

/** What the reply shows of the request; undefined where it is about another batch. */
function shownBy(rows: readonly BatchRow[], reference: string, reply: Reply): RecordShows | undefined {
  if (reply.batchReference !== reference || !isAgreeing(rows, reply)) return undefined;
  return reply.batchStatus === WAITS_FOR_OTP
    ? { shows: 'authorising', word: WAITS_FOR_OTP, observed: 'the gateway wants an OTP' }
    : { shows: 'pending', word: 'PENDING', observed: 'sent to the gateway' };
}

interface Totals {
  readonly totalTransactionsCount?: number | null | undefined;
  readonly totalAmount?: number | null | undefined;
  readonly totalFee?: number | null | undefined;
}

/** Whether a reply may be about this part. Some totals include the fees, others do not. */
function isAgreeing(rows: readonly BatchRow[], { totalTransactionsCount, totalAmount, totalFee }: Totals) {
  const sumKobo = sumOf(rows);
  const withFees = kobo(sumKobo + (totalFee ?? 0));
  const isAmount = totalAmount == null || totalAmount === sumKobo || totalAmount === withFees;
  return (totalTransactionsCount == null || totalTransactionsCount === rows.length) && isAmount;
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
