import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import { afterLoss } from '../../../src/domain/order/after-loss.js';
import type { Recovery } from '../run/rebuild.js';
import { createOrderPlace, type OrderLifecycle, type PlaceRules } from './order-place.js';

/**
 * What the lost run had ended stays ended: what is paid later is late. Everything is read again at once: that run may have learned of
 * its money, of its return, or of its refunds.
 */
export function checkAfterLoss<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  rules: PlaceRules,
  { shown }: Pick<Recovery<Snapshot['terms'], Snapshot>, 'shown'>,
): void {
  const { subject } = lifecycle;
  const known = shown && afterLoss(subject().snapshot(), shown);
  // every collection has these fields; the compiler cannot see that they may be set
  if (known) createOrderPlace(lifecycle, rules).change(known as Partial<Snapshot>);
  const places = subject()
    .snapshot()
    .transactions.filter(({ isOffline }) => !isOffline);
  const unread = places.map(({ transactionReference }) => transactionReference);
  subject().change({ unread } as unknown as Partial<Snapshot>);
}
