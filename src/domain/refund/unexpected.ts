import { ZERO } from '../money.js';
import { newPayout } from '../payout/payout.js';
import type { Refund, RefundTerms } from './refund.js';
import type { RefundRecord } from './verdict.js';

/** Why this Oware never sends it: another system of the merchant made it. */
export const NOT_REQUESTED = 'not requested here';

/** A refund of which only its reference is known; its record says what was asked for. */
export const unknownRefund = (refundReference: string, at: string): Refund => ({
  ...newPayout({ asked: ZERO }),
  terms: { refundReference, amountKobo: ZERO, refundReason: '', customerNote: '' },
  state: 'PENDING',
  reason: NOT_REQUESTED,
  requestedAt: at,
  unexpected: true,
});

/** What its record says that was asked for. */
export function termsIn(record: RefundRecord): RefundTerms {
  const { refundReference, refundAmount: amountKobo, refundReason, customerNote } = record;
  return {
    refundReference,
    amountKobo,
    refundReason: refundReason ?? '',
    customerNote: customerNote ?? '',
  };
}
