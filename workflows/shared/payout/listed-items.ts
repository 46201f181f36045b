import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { inKey, type NewReviewItem, type ReviewItem } from '../../../src/domain/lifecycle/review.js';
import type { LifecycleState } from '../run/state.js';

/** Where several payouts share a lifecycle, the key of each item ends with the name of its payout. */
const endOf = (name: string) => `:${inKey(name)}`;

/** The item as its payout knows it; undefined where it is about something else. */
export const itemOf = (name: string, item: ReviewItem): ReviewItem | undefined =>
  item.key.endsWith(endOf(name)) ? { ...item, key: item.key.slice(0, -endOf(name).length) } : undefined;

/** Those of a lifecycle's items that are about one payout, as it knows them. */
export const itemsAbout = (name: string, items: readonly ReviewItem[]): readonly ReviewItem[] =>
  items.flatMap((item) => itemOf(name, item) ?? []);

/** The review items of one payout among several. */
export function itemsOf(
  subject: Pick<LifecycleState<LifecycleSnapshot>, 'raise' | 'clear'> & {
    readonly snapshot: () => Pick<LifecycleSnapshot, 'review'>;
  },
  name: string,
) {
  return {
    raise: (item: NewReviewItem) =>
      subject.raise({
        ...item,
        subject: item.subject === undefined ? inKey(name) : `${item.subject}${endOf(name)}`,
      }),
    clear: (isGone: (item: ReviewItem) => boolean) =>
      subject.clear((item) => {
        const own = itemOf(name, item);
        return own !== undefined && isGone(own);
      }),
    open: () => itemsAbout(name, subject.snapshot().review),
  };
}
