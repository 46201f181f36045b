import type { Transitions } from '../../../src/domain/lifecycle/transitions.js';
import { awaitsDecision } from '../../../src/domain/lifecycle/review.js';
import { isSeen } from '../../../src/domain/movement/evidence.js';
import { standingOf } from '../../../src/domain/movement/standing.js';
import type { Payout } from '../../../src/domain/payout/payout.js';
import type { SinglePayoutSnapshot } from '../../../src/domain/payout/single-payout.js';
import type { Lifecycle } from '../run/lifecycle.js';
import { createLifecycleState, timestamp } from '../run/state.js';
import { createTurns } from '../run/turns.js';

export type SinglePayout<Snapshot extends SinglePayoutSnapshot = SinglePayoutSnapshot> = ReturnType<
  typeof createSinglePayout<Snapshot>
>;

export type SinglePayoutLifecycle<Snapshot extends SinglePayoutSnapshot = SinglePayoutSnapshot> = Lifecycle<
  Snapshot,
  SinglePayout<Snapshot>
>;

export interface SinglePayoutRules<Snapshot extends SinglePayoutSnapshot> {
  /** The details in the Web UI. */
  readonly describe: (snapshot: Snapshot) => string;
  readonly transitions: Transitions<Snapshot['state']>;
}

/** The state of a lifecycle that is one payout. What is known of the payout changes through its place only. */
export function createSinglePayout<Snapshot extends SinglePayoutSnapshot>(
  initial: Snapshot,
  { describe, transitions }: SinglePayoutRules<Snapshot>,
) {
  const record = createLifecycleState<Snapshot>(initial, {
    describe,
    allowedTransitions: transitions,
    worth: ({ terms }) => terms.amountKobo,
  });
  const { snapshot } = record;
  let version = 0;
  const inTurn = createTurns();
  let withdrawal: (() => void) | undefined;

  function change(part: Partial<Snapshot>): void {
    version += 1;
    record.change(part);
  }

  /** The compiler cannot see that a Snapshot has just these fields. */
  const changeOwn = (part: Partial<SinglePayoutSnapshot>) => change(part as Partial<Snapshot>);

  return {
    ...record,
    change,
    /** Grows with every change: what waits looks again. */
    version: () => version,
    /** Keeps what is known of the payout, and shows its state. */
    keep(part: Partial<Payout>, { state, reason }: Pick<Snapshot, 'state' | 'reason'>): void {
      const { sentAt } = snapshot();
      const isThere = part.movement !== undefined && (part.movement.isThere || isSeen(part.movement));
      changeOwn({ ...part, ...(isThere && sentAt === undefined && { sentAt: timestamp() }) });
      if (snapshot().state !== state) record.transitionTo(state, reason);
      else if (snapshot().reason !== reason) changeOwn({ reason });
    },
    /** Counts a webhook that is due: its id is what happened and how often. */
    count(news: string): string {
      const { due = {} } = snapshot();
      const n = (due[news] ?? 0) + 1;
      changeOwn({ due: { ...due, [news]: n } });
      return n === 1 ? news : `${news}:${n}`;
    },
    inTurn,
    setWithdrawal: (withdraw: (() => void) | undefined) => void (withdrawal = withdraw),
    /** Withdraws a request that no worker has started yet; one that has started is answered. */
    withdraw: () => withdrawal?.(),
    isAnswerable: () => {
      const { state, movement, reads, review } = snapshot();
      if (state !== 'PENDING' || awaitsDecision(review)) return true;
      if (movement.sending !== undefined || reads.isWanted || standingOf(movement).name === 'unsent')
        return false;
      // a lost reply is looked into once before the caller has an answer
      const isLookedInto = movement.left === undefined || (reads.lastAt ?? 0) >= movement.left.last;
      return movement.isThere || isSeen(movement) || isLookedInto;
    },
  };
}
