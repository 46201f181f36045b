import { toReceived } from '../collection/received-view.js';
import { toStanding } from '../lifecycle/state-view.js';
import { toNaira } from '../money.js';
import { isSafeToChargeAgain } from '../order/state.js';
import { toSplitView } from '../split.js';
import { cardOf, isTokenRefused, toCardView } from './card.js';
import type { ChargeSnapshot } from './charge.js';

/** A charge as merchants see it, in replies and in webhooks. */
export function toCharge(charge: ChargeSnapshot) {
  const { terms, attempt, end } = charge;
  const card = cardOf(charge);
  return {
    reference: terms.reference,
    state: charge.state,
    reason: charge.reason,
    unexpected: charge.unexpected,
    amount: toNaira(terms.amountKobo),
    amountKobo: terms.amountKobo,
    currency: terms.currency,
    checkout: terms.checkout,
    card: card && toCardView(card),
    tokenRefused: end && isTokenRefused(end.reason) ? true : undefined,
    customer: terms.customer,
    description: terms.description,
    incomeSplit: terms.incomeSplit?.map(toSplitView),
    metadata: terms.metadata,
    waiting: attempt?.stage?.reason,
    sentAt: charge.sentAt,
    safeToChargeAgain: isSafeToChargeAgain(charge),
    transactionReference: charge.transactions.at(-1)?.transactionReference,
    ...toReceived(charge),
    ...toStanding(charge),
  };
}
