import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import type { OrderLifecycle } from './order-place.js';

/** What was over before the lost run began is read again: that run may have learned of its return, or of its refunds. */
export function checkAfterLoss<Snapshot extends CollectionSnapshot>({
  subject,
  pace,
}: OrderLifecycle<Snapshot>): void {
  // every collection has the field; the compiler cannot see that it may be set
  if (subject().isOver()) subject().change({ checkAgainAt: pace.now() } as Partial<Snapshot>);
}
