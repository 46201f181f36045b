import { COLLECTION_TRANSITIONS, isOpen } from '../../../src/domain/collection/collection.js';
import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import type { Changed } from '../../../src/domain/order/change.js';
import { findTransaction } from '../../../src/domain/order/order.js';
import { isOver } from '../../../src/domain/order/state.js';
import { createLifecycleState, type LifecycleState, type StateRules } from '../run/state.js';

export type OrderState<Snapshot extends CollectionSnapshot> = ReturnType<typeof createOrderState<Snapshot>>;

/** The state of a lifecycle that collects money once. What is known of its money changes through its place only. */
export function createOrderState<Snapshot extends CollectionSnapshot>(
  initial: Snapshot,
  { describe }: Pick<StateRules<Snapshot>, 'describe'>,
) {
  const whole = createLifecycleState<Snapshot>(initial, {
    describe,
    allowedTransitions: COLLECTION_TRANSITIONS,
    worth: ({ terms }) => terms.amountKobo,
    passing: ['CLOSING'],
  });
  // this function changes only fields that every collection has; the compiler cannot see that a Snapshot has just these
  const { change, transitionTo } = whole as unknown as LifecycleState<CollectionSnapshot>;
  const { snapshot } = whole;
  let version = 0;

  return {
    ...whole,
    change: (part: Partial<Snapshot>) => {
      version += 1;
      whole.change(part);
    },
    /** Grows with every change: what waits looks again. */
    version: () => version,
    /** Keeps what is known, and shows what follows from it. */
    keep({ order, shown, money }: Changed<Snapshot>): void {
      version += 1;
      const { state, reason } = snapshot();
      change({ ...order, ...money, state, reason });
      if (shown.state !== state) transitionTo(shown.state, shown.reason);
      else if (shown.reason !== reason) change({ reason: shown.reason });
    },
    find: (transactionReference: string): Snapshot['transactions'][number] | undefined =>
      findTransaction(snapshot().transactions, transactionReference),
    isOpen: () => isOpen(snapshot().state),
    isOver: () => isOver(snapshot()),
  };
}
