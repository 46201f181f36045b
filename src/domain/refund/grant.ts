import { type Kobo, showNaira, subtract, totalOf, toNaira, ZERO } from '../money.js';
import { isWithoutEffect } from '../payout-end.js';
import type { Refusal } from '../refusal.js';
import { REFUNDABLE_METHOD } from './limits.js';
import { isPaid, type Payment } from './payment.js';
import type { Refund, RefundTerms } from './refund.js';
import type { RefundRecord } from './verdict.js';
import { toRefundRow } from './view.js';

/** Why a refund is not granted: a word and fields for programs, a sentence for people. */
export interface NotGranted {
  readonly word: Refusal;
  readonly sentence: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** What decides about a refund. */
export interface Standing {
  readonly payment: Payment;
  /** All refunds that Oware knows of, the foreign ones too. */
  readonly refunds: readonly Refund[];
  /** The gateway's own list. */
  readonly records: readonly RefundRecord[];
  readonly minKobo: Kobo;
}

/**
 * Whether a refund may be sent. Everything that was refunded or may still be counts, also what other systems asked for:
 * never more goes back than was paid. Refuses what the gateway is known to refuse.
 */
export function refuseRefund(terms: RefundTerms, standing: Standing): NotGranted | undefined {
  const { payment, minKobo } = standing;
  const { amountKobo, destination } = terms;
  if (!isPaid(payment)) return notRefundable(`the gateway reports ${payment.status} for the payment`);
  if (payment.method !== undefined && payment.method !== REFUNDABLE_METHOD) {
    return notRefundable(`the gateway refunds bank transfers only, and this was paid by ${payment.method}`);
  }
  if (payment.currency !== 'NGN') return notRefundable(`it was paid in ${payment.currency}`);
  if (amountKobo < minKobo) {
    return { word: 'below-minimum', sentence: `the smallest refund is ${showNaira(minKobo)}` };
  }
  const remaining = remainingOf(standing);
  if (amountKobo > remaining) return exceeds(standing, remaining);
  if (payment.sources > 1 && !destination) {
    const sentence = `the payment came from ${payment.sources} accounts; give the destination of the refund`;
    return { word: 'destination-required', sentence };
  }
  return undefined;
}

/** What can still be refunded. */
export function remainingOf({ payment, refunds, records }: Omit<Standing, 'minKobo'>): Kobo {
  const taken = takenKobo(refunds, records);
  return taken >= payment.amountKobo ? ZERO : subtract(payment.amountKobo, taken);
}

/**
 * A refund counts until it is certain that it moved no money, by what Oware knows and by the gateway's list: with the
 * larger amount, where a record under its reference has another one.
 */
function takenKobo(refunds: readonly Refund[], records: readonly RefundRecord[]): Kobo {
  const listed = new Map(records.map((record) => [record.refundReference, record]));
  const known = new Set(refunds.map(({ terms }) => terms.refundReference));
  const ours = refunds.flatMap((refund) => {
    const { refundReference, amountKobo } = refund.terms;
    const record = listed.get(refundReference);
    const isListed = record !== undefined && record.refundStatus !== 'FAILED';
    // a record under its reference that is not listed is of another payment
    if (isWithoutEffect(refund) && !isListed) return [];
    return isListed && record.refundAmount > amountKobo ? record.refundAmount : amountKobo;
  });
  const others = records.filter(
    ({ refundReference, refundStatus }) => refundStatus !== 'FAILED' && !known.has(refundReference),
  );
  return totalOf(...ours, ...others.map(({ refundAmount }) => refundAmount));
}

function notRefundable(sentence: string): NotGranted {
  return { word: 'not-refundable', sentence };
}

function exceeds({ payment, refunds }: Standing, remaining: Kobo): NotGranted {
  return {
    word: 'refund-exceeds-payment',
    sentence: `${showNaira(remaining)} of ${showNaira(payment.amountKobo)} can still be refunded`,
    more: {
      paid: toNaira(payment.amountKobo),
      remaining: toNaira(remaining),
      refunds: refunds.map(toRefundRow),
    },
  };
}
