import type { ReviewItem } from '../../src/domain/lifecycle/review.js';
import { payoutOf } from '../../src/domain/refund/newer-rules.js';
import type { Refund } from '../../src/domain/refund/refund.js';
import { itemOf, itemsOf } from '../shared/payout/listed-items.js';
import { read, type Reader } from '../shared/payout/pay-out.js';
import { itemRulesOf, type PayoutPlace } from '../shared/payout/place.js';
import { notify, refundOf } from './entries.js';
import { refundKind } from './kind.js';
import type { RefundsLifecycle } from './lifecycle.js';

/** Where one of the refunds is kept: its entry in the list. */
export function placeOf(lifecycle: RefundsLifecycle, refundReference: string): PayoutPlace {
  const refunds = lifecycle.subject();
  const { open, ...items } = itemsOf(refunds, refundReference);
  return {
    read: () => payoutOf(refunds.snapshot(), refundOf(lifecycle, refundReference)),
    write: (part, shown) => refunds.keep(refundReference, part, shown),
    notify: (news) => notify(lifecycle, refundReference, news),
    ...items,
    now: lifecycle.pace.now,
    inTurn: refunds.turnsOf(refundReference),
    setWithdrawal: (withdraw) => refunds.setWithdrawal(refundReference, withdraw),
    withdraw: () => refunds.withdraw(refundReference),
    itemRules: () =>
      itemRulesOf(lifecycle, refundKind(lifecycle, refundReference), { open: open().map(({ key }) => key) }),
  };
}

/** Reads the record of one refund, for its own loop and for callers. */
export const readerOf = (lifecycle: RefundsLifecycle, refundReference: string): Reader => ({
  lifecycle,
  place: placeOf(lifecycle, refundReference),
  kind: refundKind(lifecycle, refundReference),
});

/** Reads it once; false when the gateway did not answer. */
export async function readRefund(lifecycle: RefundsLifecycle, refundReference: string): Promise<boolean> {
  let isAnswered = false;
  const onRead = { started: () => undefined, ended: (is: boolean) => (isAnswered = is) };
  await read({ ...readerOf(lifecycle, refundReference), onRead });
  return isAnswered;
}

/** The refund that an item is about, and the item as that refund knows it. */
export function withItem(
  lifecycle: RefundsLifecycle,
  item: ReviewItem,
): { readonly refund: Refund; readonly place: PayoutPlace; readonly own: ReviewItem } | undefined {
  for (const refund of lifecycle.subject().snapshot().refunds) {
    const own = itemOf(refund.terms.refundReference, item);
    if (own) return { refund, place: placeOf(lifecycle, refund.terms.refundReference), own };
  }
  return undefined;
}
