import { showNaira } from '../../src/domain/money.js';
import type { SubscriptionSnapshot } from '../../src/domain/subscription/subscription.js';
import { describeLines } from '../shared/run/details.js';

/** The details of a subscription in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeSubscription(subscription: SubscriptionSnapshot): string {
  const { state, reason, review, amountKobo, card, hold, waiting, next, totals, periods } = subscription;
  const last = periods.at(-1);
  return describeLines([
    `**${state}** ${showNaira(amountKobo)} a period: ${reason}`,
    ...review.map(({ kind, reason: why }) => `**Needs review (${kind})**: ${why}`),
    card?.last4 && `Card ending in ${card.last4}`,
    hold,
    waiting,
    last && `Last period ${last.day}: ${last.state}, ${last.reason}`,
    next && `Next period ${next.day}`,
    `${totals.charged} charged, ${showNaira(totals.chargedKobo)}; ${totals.failed} failed, ${totals.missed} missed`,
  ]);
}
