import { cardOf, toCardView } from '../charge/card.js';
import { toStanding } from '../lifecycle/state-view.js';
import { toNaira, ZERO } from '../money.js';
import { toSplitView } from '../split.js';
import { type Charge, paidOf, type Period } from './period.js';
import type { SubscriptionSnapshot } from './subscription.js';

/** A subscription as merchants see it, in replies and in webhooks. */
export function toSubscription(subscription: SubscriptionSnapshot) {
  const { terms, amountKobo, next, totals, periods } = subscription;
  const card = cardOf(subscription);
  return {
    reference: terms.reference,
    state: subscription.state,
    reason: subscription.reason,
    amount: toNaira(amountKobo),
    amountKobo,
    currency: terms.currency,
    plan: terms.plan,
    retryAfterDays: terms.retryAfterDays,
    nextDue: next && { day: next.day, at: new Date(next.at).toISOString() },
    checkout: terms.checkout,
    card: card && toCardView(card),
    hold: subscription.hold,
    waiting: subscription.waiting,
    recovered: subscription.recovered,
    customer: terms.customer,
    description: terms.description,
    incomeSplit: terms.incomeSplit?.map(toSplitView),
    metadata: terms.metadata,
    totals: { ...totals, chargedAmount: toNaira(totals.chargedKobo) },
    periods: periods.map(toPeriodView),
    ...toStanding(subscription),
  };
}

export function toPeriodView(period: Period) {
  const { day, dueAt, state, reason, amountKobo, retryAt, attempts, others = [] } = period;
  return {
    day,
    dueAt,
    state,
    reason,
    amount: toNaira(amountKobo),
    amountKobo,
    retryAt,
    attempts: [...attempts, ...others].map(toAttemptView),
  };
}

function toAttemptView(charge: Charge) {
  const { n, paymentReference, state, reason, at, sentAt, transactionReference, refundedKobo } = charge;
  const paidKobo = paidOf(charge);
  return {
    n,
    reference: paymentReference,
    state,
    reason,
    at,
    sentAt,
    transactionReference,
    ...(paidKobo !== undefined && { paid: toNaira(paidKobo), paidKobo }),
    ...(refundedKobo !== undefined &&
      refundedKobo > ZERO && { refunded: toNaira(refundedKobo), refundedKobo }),
  };
}
