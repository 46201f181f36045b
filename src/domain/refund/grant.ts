import { type Kobo, showNaira, totalOf, toNaira, ZERO } from '../money.js';
import { highestOf } from '../movement/amounts.js';
import { refundableOf } from '../movement/standing.js';
import type { Refusal } from '../refusal.js';
import { takenBy } from './bounds.js';
import { REFUNDABLE_METHOD } from './limits.js';
import { isPaid, type Payment } from './payment.js';
import type { Refund, RefundTerms } from './refund.js';
import { isListedAsFailed, type RefundRecord } from './verdict.js';
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
  /** All refunds that Oware knows of, also those that other systems made. */
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

/** What can still be refunded: what the record of the payment proves, less what refunds may have returned. */
export function remainingOf({ payment, refunds, records }: Omit<Standing, 'minKobo'>): Kobo {
  return refundableOf({ proven: payment.amountKobo, refunds: { most: mostOf(refunds, records) } });
}

/** By what Oware knows and by the gateway's list: what is listed as under way counts, whatever was known of it. */
function mostOf(refunds: readonly Refund[], records: readonly RefundRecord[]): Kobo {
  const listed = new Map(
    records
      .filter((record) => !isListedAsFailed(record))
      .map(({ refundReference, refundAmount }) => [refundReference, refundAmount]),
  );
  const known = refunds.map((refund) =>
    highestOf(takenBy(refund), listed.get(refund.terms.refundReference) ?? ZERO),
  );
  for (const { terms } of refunds) listed.delete(terms.refundReference);
  return totalOf(...known, ...listed.values());
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
