import { countWebhook } from '../../../src/domain/lifecycle/lifecycle.js';
import type { Transitions } from '../../../src/domain/lifecycle/transitions.js';
import { awaitsDecision } from '../../../src/domain/lifecycle/review.js';
import { hasArrived } from '../../../src/domain/movement/evidence.js';
import type { Payout } from '../../../src/domain/payout/payout.js';
import type { SinglePayoutSnapshot } from '../../../src/domain/payout/single-payout.js';
import { isAnswered, isSafeUntilRead } from '../../../src/domain/payout/state.js';
import { isWarning } from '../../../src/domain/payout/webhooks-due.js';
import { takenAlone } from '../../../src/domain/newer-rules.js';
import { sentBy } from '../../../src/domain/payout/sent-by.js';
import type { Lifecycle } from '../run/lifecycle.js';
import { clearJudged } from '../run/rules.js';
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
      const isThere = part.movement !== undefined && hasArrived(part.movement);
      changeOwn({ ...part, ...(isThere && sentAt === undefined && { sentAt: timestamp() }) });
      if (snapshot().state !== state) record.transitionTo(state, reason);
      else if (snapshot().reason !== reason) changeOwn({ reason });
      clearJudged(record, [snapshot()]);
    },
    takeRules: (version: number) =>
      takenAlone<Snapshot>(snapshot(), version, {
        viewBy: (by) => sentBy(by, snapshot()),
        atRiskKobo: snapshot().terms.amountKobo,
      }),
    /** Counts a webhook that is due: its id is what happened and how often. */
    count(news: string): string {
      const { due: counts, rebuiltAt } = snapshot();
      const { due, ordinal } = countWebhook(counts, news, isWarning(news) ? rebuiltAt : undefined);
      changeOwn({ due });
      return `${news}${ordinal}`;
    },
    inTurn,
    setWithdrawal: (withdraw: (() => void) | undefined) => void (withdrawal = withdraw),
    /** Withdraws a request that no worker has started yet; one that has started is answered. */
    withdraw: () => withdrawal?.(),
    isAnswerable: () => {
      const { state, review } = snapshot();
      if (awaitsDecision(review)) return true;
      return state === 'PENDING' ? isAnswered(snapshot()) : !isSafeUntilRead(snapshot());
    },
  };
}
