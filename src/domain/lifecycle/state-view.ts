import { toNaira } from '../money.js';
import type { ReviewItem } from './review.js';
import type { LifecycleSnapshot } from './lifecycle.js';

/** Why a person should look, as merchants and operators see it. */
function toReviewItem({ atRiskKobo, ...item }: ReviewItem) {
  return { ...item, atRisk: toNaira(atRiskKobo), atRiskKobo };
}

/** How every story is shown at its end: what needs a person, what was decided, how it came here. */
export function toStanding({ review, resolved, transitions, epoch, sequence }: LifecycleSnapshot) {
  const reviewItems = review.length === 0 ? undefined : review.map(toReviewItem);
  return { reviewItems, resolved, transitions, epoch, sequence };
}
