import type { Tolerance } from '../collection/verdict.js';
import type { Reading as Judged } from '../collection/verdict.js';
import type { CollectionEvent } from '../lifecycle/events/collection.js';
import { type Kobo, showNaira, ZERO } from '../money.js';
import { CONFIRM_MS } from '../movement/evidence.js';
import { explainedOf, withoutOurRefunds } from '../movement/our-refunds.js';
import type { Reading, Refunds, Span } from '../movement/pieces.js';
import { type Order, type OrderTransaction, withPiece } from './order.js';

/** What a record of a transaction was found to say; no answer is no reading. */
export type Answered = Exclude<Judged, { readonly kind: 'none' }>;

export const isAnswer = (reading: Judged): reading is Answered => reading.kind !== 'none';

/** The transaction after its record was read. */
export function withReading<Of extends OrderTransaction>(
  transaction: Of,
  reading: Answered,
  {
    span,
    terms,
    tolerance,
    refundsSent,
  }: {
    readonly span: Span;
    readonly terms: Order['terms'];
    readonly tolerance: Tolerance;
    /** What refunds of ours may have returned by now, where it was read with the record. */
    readonly refundsSent?: Kobo | undefined;
  },
): Of {
  const counted = withCount(transaction, reading, span.askedAt);
  // the gateway documents no record of cash, so that one shows no money says nothing about it
  if (transaction.isCash && !isAboutCash(reading)) return counted;
  const shown = pieceOf(reading, span);
  const isRefund = reading.kind === 'returned' && reading.to === 'REFUNDED';
  const piece = isRefund ? withoutOurRefunds(transaction.movement, shown, refundsSent) : shown;
  const byOurs = explainedOf(transaction.movement, shown, piece);
  const pieced = withPiece(counted, piece, span.answeredAt);
  const part: Partial<OrderTransaction> =
    piece.shows === shown.shows
      ? partOf(pieced, reading, { terms, tolerance })
      : { record: recordOf(reading) };
  return { ...pieced, ...part, ...(part.record && byOurs > ZERO && { record: { ...part.record, byOurs } }) };
}

/**
 * The signed event about cash, which is its record. No copy of it lags, and no second reading ever confirms it: what it says
 * counts at once. Only less money than before is for a person: it may be an older event, or another payment.
 */
export function withCash<Of extends OrderTransaction>(
  transaction: Of,
  reading: Answered,
  about: { readonly at: number; readonly terms: Order['terms']; readonly tolerance: Tolerance },
): Of {
  const { at, terms, tolerance } = about;
  const cash: Of = { ...transaction, isCash: true };
  // an event that only says that no money arrived contradicts none
  if (!isAboutCash(reading) && cash.movement.hasShown) return cash;
  if (reading.kind === 'money' && reading.paid.amountKobo < cash.movement.proven) {
    return withLessCash(cash, reading.paid.amountKobo, at);
  }
  const before = withPiece(
    cash,
    pieceOf(reading, { askedAt: at - CONFIRM_MS, answeredAt: at - CONFIRM_MS }),
    at,
  );
  const pieced = withPiece(before, pieceOf(reading, { askedAt: at, answeredAt: at }), at);
  return { ...pieced, ...partOf(pieced, reading, { terms, tolerance }) };
}

function withLessCash<Of extends OrderTransaction>(cash: Of, amount: Kobo, at: number): Of {
  const reason = `an event reports ${showNaira(amount)} of cash after one that reported ${showNaira(cash.movement.proven)}`;
  const pieced = withPiece(cash, { kind: 'claim', shows: 'odd', amount }, at);
  return { ...pieced, doubt: { about: 'conflicting-records', reason } };
}

/** An event is a reason to read: what it claims is not believed. */
export function withClaim<Of extends OrderTransaction>(transaction: Of, amount: Kobo, now: number): Of {
  return withPiece(transaction, { kind: 'claim', shows: 'money', amount }, now);
}

/** The sums of all refunds of ours, as they were last reported. */
export const withRefunds = <Of extends OrderTransaction>(
  transaction: Of,
  reported: Omit<Refunds, 'kind'>,
  now: number,
): Of => withPiece(transaction, { kind: 'refunds', ...reported }, now);

/** Whether an event reports more than is known, so that its record must be read. */
export function isNews({ movement }: OrderTransaction, { amountKobo }: Pick<CollectionEvent, 'amountKobo'>) {
  return movement.claimed !== undefined || amountKobo > movement.proven || amountKobo === ZERO;
}

const isAboutCash = ({ kind }: Answered) => kind === 'money' || kind === 'returned' || kind === 'doubt';

function withCount<Of extends OrderTransaction>(transaction: Of, { kind }: Answered, askedAt: number): Of {
  const { claim } = transaction;
  const isRead = kind !== 'absent' && kind !== 'doubt';
  return {
    ...transaction,
    ...(isRead && { readAt: askedAt }),
    ...(claim && { claim: { ...claim, reads: claim.reads + 1 } }),
  };
}

function pieceOf(reading: Answered, span: Span): Reading {
  const piece = { kind: 'reading', ...span } as const;
  switch (reading.kind) {
    case 'money':
      return {
        ...piece,
        shows: 'money',
        amount: reading.paid.amountKobo,
        ...(reading.isPart && { isOpen: true as const }),
      };
    case 'returned':
      return { ...piece, shows: 'return', amount: reading.paid.amountKobo };
    case 'end':
      return { ...piece, shows: 'end' };
    case 'doubt':
      return {
        ...piece,
        shows: 'odd',
        ...(reading.shownKobo !== undefined && { amount: reading.shownKobo }),
      };
    default:
      return { ...piece, shows: reading.kind };
  }
}

function recordOf(reading: Answered): NonNullable<OrderTransaction['record']> {
  switch (reading.kind) {
    case 'money':
      return { word: 'PAID', observed: 'the gateway reports money' };
    case 'returned':
      return { word: reading.to, observed: reading.observed ?? `the gateway reports ${reading.to}` };
    case 'end':
      return { word: reading.to, observed: reading.observed };
    default:
      return { word: 'PENDING', observed: 'the gateway reports PENDING' };
  }
}

/** What is kept of a reading beside the evidence. */
function partOf(
  { movement, paid }: OrderTransaction,
  reading: Answered,
  {
    terms: { amountKobo: asked },
    tolerance: { feeCeilingKobo },
  }: { readonly terms: Order['terms']; readonly tolerance: Tolerance },
): Partial<OrderTransaction> {
  switch (reading.kind) {
    case 'absent':
      return {};
    case 'doubt':
      return { doubt: { about: reading.about, reason: reading.reason } };
    case 'money': {
      const record = recordOf(reading);
      // less than before is believed when it was read twice
      if (movement.proven !== reading.paid.amountKobo) return { record };
      const payable = Math.min(reading.payableKobo, asked + feeCeilingKobo) as Kobo;
      return { record, paid: reading.paid, toleratedKobo: payable > asked ? payable : asked };
    }
    case 'returned': {
      const known = paid ?? (reading.paid.amountKobo > ZERO ? reading.paid : undefined);
      return { record: recordOf(reading), ...(known && { paid: known }) };
    }
    default:
      return { record: recordOf(reading) };
  }
}
