import { COLLECTION_TRANSITIONS, isOpen } from '../../../src/domain/collection/collection.js';
import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import type { Changed } from '../../../src/domain/order/change.js';
import { answerOfInterrupted } from '../../../src/domain/movement/interrupted.js';
import { findTransaction, withPiece } from '../../../src/domain/order/order.js';
import { isOver } from '../../../src/domain/order/state.js';
import { ORDER_VERSIONS } from '../../../src/domain/order/versions.js';
import { takenAlone } from '../../../src/domain/newer-rules.js';
import { clearJudged } from '../run/rules.js';
import { createLifecycleState, type LifecycleState, type StateRules } from '../run/state.js';

export type OrderState<Snapshot extends CollectionSnapshot> = ReturnType<typeof createOrderState<Snapshot>>;

function withoutSending<Snapshot extends CollectionSnapshot>(initial: Snapshot): Snapshot {
  const { transactions } = initial;
  if (transactions.every(({ movement }) => movement.sending === undefined)) return initial;
  const now = Date.now();
  return {
    ...initial,
    transactions: transactions.map((each) => {
      const piece = answerOfInterrupted(each.movement, now);
      return piece ? withPiece(each, piece, now) : each;
    }),
  };
}

/** The state of a lifecycle that collects money once. What is known of its money changes through its place only. */
export function createOrderState<Snapshot extends CollectionSnapshot>(
  initial: Snapshot,
  { describe }: Pick<StateRules<Snapshot>, 'describe'>,
) {
  const whole = createLifecycleState<Snapshot>(withoutSending(initial), {
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
      clearJudged(whole, [snapshot()]);
    },
    find: (transactionReference: string): Snapshot['transactions'][number] | undefined =>
      findTransaction(snapshot().transactions, transactionReference),
    takeRules: (version: number) =>
      takenAlone<Snapshot>(snapshot(), version, {
        viewBy: (by) => {
          const { stateOf, viewOf } = ORDER_VERSIONS.of(by);
          return viewOf(snapshot(), stateOf(snapshot(), snapshot()));
        },
        atRiskKobo: snapshot().terms.amountKobo,
      }),
    isOpen: () => isOpen(snapshot().state),
    isOver: () => isOver(snapshot()),
  };
}
