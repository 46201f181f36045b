import { outstandingOf, surplusOf } from '../order/facts.js';
import { isFulfillable } from '../order/state.js';
import type { Paid } from './collection.js';
import type { CollectionSnapshot } from './snapshot.js';
import { type Kobo, toNaira, totalOf, ZERO } from '../money.js';

/** What arrived, as merchants see it, and duplicate payments beside it. */
export function toReceived(snapshot: CollectionSnapshot) {
  const { paid, duplicateKobo, lastAttempt, transactions } = snapshot;
  const [outstandingKobo, surplusKobo] = [outstandingOf(snapshot), surplusOf(snapshot)];
  const refunded = totalOf(...transactions.map(({ movement }) => movement.refunds?.least ?? ZERO));
  return {
    fulfillable: isFulfillable(snapshot),
    paid: paid && toPaid(paid),
    ...(paid && outstandingKobo > ZERO && { outstanding: toAmount(outstandingKobo) }),
    ...(surplusKobo > ZERO && { surplus: toAmount(surplusKobo) }),
    duplicatePayment: duplicateKobo ? toAmount(duplicateKobo) : undefined,
    ...(refunded > ZERO && { refunded: toAmount(refunded) }),
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
