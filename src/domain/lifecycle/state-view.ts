import { toNaira } from '../money.js';
import type { ReviewItem } from './review.js';
import { type LifecycleSnapshot, orderingEpoch } from './lifecycle.js';

/** A review item as merchants and operators see it. */
export function toReviewItem({ key, kind, reason, since, atRiskKobo, count, evidence, version }: ReviewItem) {
  return {
    key,
    kind,
    reason,
    since,
    ...(evidence && { evidence }),
    ...(count !== undefined && { count }),
    atRisk: toNaira(atRiskKobo),
    atRiskKobo,
    ...(version !== undefined && { version }),
  };
}

/** What every view ends with: review items, decisions and transitions. */
export function toStanding(snapshot: LifecycleSnapshot) {
  const { review, resolved, transitions, sequence } = snapshot;
  const reviewItems = review.length === 0 ? undefined : review.map(toReviewItem);
  return { reviewItems, resolved, transitions, epoch: orderingEpoch(snapshot), sequence };
}
