import { inNairaAndKobo, type Kobo } from '../money.js';
import type { RejectedPaymentEvent } from '../lifecycle/events/rejected-payment.js';

/** A transfer that the gateway returned, as merchants see it. */
export function toRejectionView(event: RejectedPaymentEvent) {
  const { transactionReference, reason, amountKobo, expectedKobo, at } = event;
  return {
    transactionReference,
    reason,
    at,
    ...inNaira('amount', amountKobo),
    ...inNaira('expected', expectedKobo),
  };
}

function inNaira(name: string, amount: Kobo | undefined) {
  return amount === undefined ? {} : inNairaAndKobo(name, amount);
}
