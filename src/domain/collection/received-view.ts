import { balanceOf, type CollectionSnapshot, isFulfillable, type Paid } from './collection.js';
import { type Kobo, toNaira, totalOf, ZERO } from '../money.js';

/** What arrived, as merchants see it, and duplicate payments beside it. */
export function toReceived(snapshot: CollectionSnapshot) {
  const { paid, duplicateKobo, lastAttempt, refunded } = snapshot;
  const { outstandingKobo, surplusKobo } = balanceOf(snapshot);
  return {
    fulfillable: isFulfillable(snapshot),
    paid: paid && toPaid(paid),
    ...(paid && outstandingKobo > ZERO && { outstanding: toAmount(outstandingKobo) }),
    ...(surplusKobo > ZERO && { surplus: toAmount(surplusKobo) }),
    duplicatePayment: duplicateKobo ? toAmount(duplicateKobo) : undefined,
    ...(refunded && { refunded: toAmount(totalOf(...refunded.map(({ refundedKobo }) => refundedKobo))) }),
    lastAttempt,
  };
}

function toPaid({ netKobo, feeKobo, ...paid }: Paid) {
  return {
    amount: toNaira(paid.amountKobo),
    ...paid,
    ...(netKobo !== undefined && { net: toNaira(netKobo) }),
    ...(feeKobo !== undefined && { fee: toNaira(feeKobo) }),
  };
}

function toAmount(amountKobo: Kobo) {
  return { amount: toNaira(amountKobo), amountKobo };
}
