import { expect, it } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { type NewReviewItem, reviewKey, type ReviewItem } from '../../src/domain/lifecycle/review.js';
import { itemOf, itemsOf } from '../../workflows/shared/payout/listed-items.js';

/** The item as its lifecycle has it, with the name of its payout in the key. */
function raised(name: string, item: NewReviewItem): ReviewItem {
  const review: ReviewItem[] = [];
  const raise = (given: NewReviewItem) => review.push({ ...given, key: reviewKey(given), since: '' }) > 0;
  itemsOf({ raise, clear: () => undefined, snapshot: () => ({ review }) }, name).raise(item);
  const [listed] = review;
  if (!listed) throw new Error('it was not raised');
  return listed;
}

const unresolved = {
  kind: 'unresolved',
  subject: 'send',
  reason: 'no outcome',
  atRiskKobo: kobo(1),
} as const;

it('an item is about the payout that it was raised for', () => {
  expect(itemOf('back-1', raised('back-1', unresolved))).toMatchObject({ key: 'unresolved:send' });
  expect(itemOf('shop:back-1', raised('shop:back-1', unresolved))).toMatchObject({ key: 'unresolved:send' });
});

it('and about no other one, which a decision on it would change, also where another system chose the name', () => {
  expect(itemOf('back-1', raised('shop:back-1', unresolved))).toBeUndefined();
  const whole = { kind: 'identity-mismatch', reason: 'another amount', atRiskKobo: kobo(1) } as const;
  expect(itemOf('back-1', raised('shop:back-1', whole))).toBeUndefined();
});
