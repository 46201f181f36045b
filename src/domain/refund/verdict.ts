import { mayStemFrom } from '../lifecycle/adoption.js';
import { doubt, type Unread } from '../lifecycle/reading.js';
import { type Kobo, showNaira } from '../money.js';
import { isUndecided } from '../transfer/verdict.js';
import type { Refund, RefundState, RefundTerms } from './refund.js';

/** The fields of the gateway's refund record, and of its reply to a refund, that decide anything. */
export interface RefundRecord {
  readonly refundReference: string;
  readonly transactionReference: string;
  readonly refundAmount: Kobo;
  readonly refundStatus: string;
  readonly comment?: string | null | undefined;
  readonly createdOn?: string | null | undefined;
  readonly completedOn?: string | null | undefined;
  readonly refundReason?: string | null | undefined;
  readonly customerNote?: string | null | undefined;
}

/** What one record proves. */
export type RefundReading =
  | { readonly kind: 'end'; readonly to: RefundEnd; readonly observed: string }
  | { readonly kind: 'pending'; readonly observed: string }
  | Unread;

export type RefundEnd = 'COMPLETED' | 'FAILED';

const ENDS: readonly RefundEnd[] = ['COMPLETED', 'FAILED'];

/**
 * Reads one record. A record of another refund under our reference is never believed; a word that Oware does not know
 * means that the refund is under way.
 */
export function judge(
  { refundReference, amountKobo }: RefundTerms,
  transactionReference: string,
  record: RefundRecord,
): RefundReading {
  const mismatch = mismatchIn({ refundReference, amountKobo }, transactionReference, record);
  if (mismatch !== undefined) return doubt('identity-mismatch', mismatch, amountKobo);
  const { refundStatus: status, comment } = record;
  const observed = `the gateway reports ${status}${comment ? `: ${comment}` : ''}`;
  const to = ENDS.find((end) => end === status);
  // banks correct some failures: with such a comment it is still under way
  if (!to || (to === 'FAILED' && isUndecided(comment))) return { kind: 'pending', observed };
  return { kind: 'end', to, observed };
}

/** Where the record differs from the refund that was asked for. */
export function mismatchIn(
  { amountKobo }: Pick<RefundTerms, 'refundReference' | 'amountKobo'>,
  transactionReference: string,
  record: RefundRecord,
): string | undefined {
  if (record.transactionReference !== transactionReference)
    return `the record is a refund of ${record.transactionReference}`;
  if (record.refundAmount !== amountKobo) {
    return `the record is about ${showNaira(record.refundAmount)}, asked ${showNaira(amountKobo)}`;
  }
  return undefined;
}

/** Whether a record under our reference is the requested refund, or a foreign one. */
export function isOurs(
  terms: RefundTerms,
  transactionReference: string,
  { record, attemptAt }: { readonly record: RefundRecord; readonly attemptAt: number },
): boolean {
  return (
    mismatchIn(terms, transactionReference, record) === undefined && mayStemFrom(attemptAt, record.createdOn)
  );
}

/** How much a state says: a claim of an event ends when a record says at least as much. */
const LEVELS: Readonly<Partial<Record<RefundState, number>>> = { PENDING: 1, FAILED: 2, COMPLETED: 3 };

/** The level that a reading shows; undefined when it shows nothing. */
export function levelShown(reading: RefundReading): number | undefined {
  switch (reading.kind) {
    case 'end':
      return LEVELS[reading.to];
    case 'pending':
      return LEVELS.PENDING;
    case 'absent':
      return 0;
    default:
      return undefined;
  }
}

/** The level that Oware has proof of; what was never sent, or is unknown, has none. */
export function levelKnown(refund: Refund | undefined): number {
  return refund?.sentAt === undefined ? 0 : (LEVELS[refund.state] ?? 0);
}

/** The level that an event claims. */
export function levelClaimed(status: string | undefined): number {
  const to = ENDS.find((end) => end === status);
  return (to && LEVELS[to]) ?? 1;
}
