import { toNaira } from '../money.js';
import type { ReviewItem } from './review.js';
import type { LifecycleSnapshot } from './lifecycle.js';

/** A review item as merchants and operators see it. */
function toReviewItem({ key, kind, reason, since, atRiskKobo, count, evidence }: ReviewItem) {
  return {
    key,
    kind,
    reason,
    since,
    ...(evidence && { evidence }),
    ...(count !== undefined && { count }),
    atRisk: toNaira(atRiskKobo),
    atRiskKobo,
  };
}

/** What every view ends with: review items, decisions and transitions. */
export function toStanding({ review, resolved, transitions, epoch, sequence }: LifecycleSnapshot) {
  const reviewItems = review.length === 0 ? undefined : review.map(toReviewItem);
  return { reviewItems, resolved, transitions, epoch, sequence };
}
