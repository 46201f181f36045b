import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import type { OrderLifecycle } from './order-place.js';

/** Everything is read again at once: the lost run may have learned of its money, of its return, or of its refunds. */
export function checkAfterLoss<Snapshot extends CollectionSnapshot>({
  subject,
  pace,
}: OrderLifecycle<Snapshot>): void {
  // every collection has the field; the compiler cannot see that it may be set
  subject().change({ checkAgainAt: pace.now() } as Partial<Snapshot>);
}
