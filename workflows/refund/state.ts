import { beginning, countWebhook } from '../../src/domain/lifecycle/lifecycle.js';
import { ZERO } from '../../src/domain/money.js';
import { hasArrived } from '../../src/domain/movement/evidence.js';
import type { Payout } from '../../src/domain/payout/payout.js';
import { type Shown } from '../../src/domain/payout/state.js';
import { takeRules } from '../../src/domain/refund/newer-rules.js';
import { MOST_REFUNDS } from '../../src/domain/refund/limits.js';
import {
  type Refund,
  REFUNDS_TRANSITIONS,
  type RefundRequest,
  type RefundsSnapshot,
  stateOf,
  toRefundState,
} from '../../src/domain/refund/refund.js';
import { createUnderWay } from '../shared/run/follow.js';
import { clearJudged } from '../shared/run/rules.js';
import { createLifecycleState, timestamp } from '../shared/run/state.js';
import { allOf } from '../../src/domain/refund/bounds.js';
import { describeRefunds } from './details.js';

export type Refunds = ReturnType<typeof createRefunds>;

export function newSnapshot(terms: RefundsSnapshot['terms'], at: string): RefundsSnapshot {
  return {
    ...beginning('NOT_REFUNDED', 'no refund was requested', at),
    lifecycle: 'refunds-of',
    terms,
    refunds: [],
  };
}

/** The refunds of one transaction. What is known of each changes through its place only. */
export function createRefunds(initial: RefundsSnapshot) {
  const record = createLifecycleState<RefundsSnapshot>(initial, {
    describe: describeRefunds,
    allowedTransitions: REFUNDS_TRANSITIONS,
    worth: ({ refunds }) => refunds.at(-1)?.terms.amountKobo ?? ZERO,
  });
  const { snapshot, transitionTo } = record;

  const find = (refundReference: string) =>
    snapshot().refunds.find(({ terms }) => terms.refundReference === refundReference);

  /** What reads them must tell which bounds are newer. */
  function change(part: Partial<RefundsSnapshot>): void {
    const before = allOf(snapshot());
    const after = allOf({ ...snapshot(), ...part });
    const isSame = before.least === after.least && before.most === after.most;
    record.change(isSame ? part : { reports: (snapshot().reports ?? 0) + 1, ...part });
  }

  const underWay = createUnderWay((refundReference) => find(refundReference)?.unwanted);

  /** The state of the whole derives from the refunds. */
  function setRefunds(refunds: readonly Refund[], reason: string): void {
    const [first] = refunds
      .flatMap(({ state, notAfter }) => (state === 'PAUSED' ? (notAfter ?? []) : []))
      .sort();
    change({ refunds, ...(first !== undefined && { notAfter: first }) });
    underWay.noteChange();
    const to = stateOf(snapshot());
    if (to !== snapshot().state) transitionTo(to, reason);
  }

  function update(refundReference: string, part: Partial<Refund>): void {
    const before = find(refundReference);
    if (!before) return;
    const after = { ...before, ...part };
    const refunds = snapshot().refunds.map((refund) => (refund === before ? after : refund));
    setRefunds(refunds, `refund ${refundReference}: ${after.reason}`);
  }

  return {
    ...record,
    ...underWay,
    change,
    find,
    update,
    isFull: () => snapshot().refunds.length >= MOST_REFUNDS,
    isAnswerable: () => true,
    takeRules: (version: number) => takeRules(snapshot(), version),
    /** Lists it: from now on it counts. */
    add(refund: Refund): void {
      const { refundReference } = refund.terms;
      setRefunds([...snapshot().refunds, refund], `refund ${refundReference}: ${refund.reason}`);
    },
    /** Keeps what is known of a refund, and shows its state. */
    keep(refundReference: string, part: Partial<Payout>, { state, reason }: Shown): void {
      const isFirst = part.movement && hasArrived(part.movement) && !find(refundReference)?.sentAt;
      const shown = { state: toRefundState(state), reason };
      update(refundReference, { ...part, ...shown, ...(isFirst && { sentAt: timestamp() }) });
      clearJudged(record, snapshot().refunds);
    },
    /** Counts a webhook that is due, for its id. */
    count(refundReference: string, name: string, isWarning: boolean): string {
      const { rebuiltAt } = snapshot();
      const { due, ordinal } = countWebhook(
        find(refundReference)?.due,
        name,
        isWarning ? rebuiltAt : undefined,
      );
      update(refundReference, { due });
      return ordinal;
    },
    /** A policy asks for a refund; it is kept until it is granted or refused. */
    addOrder(request: RefundRequest): void {
      const { orders = [] } = snapshot();
      const isKnown = [...orders, ...snapshot().refunds.map(({ terms }) => terms)].some(
        ({ refundReference }) => refundReference === request.refundReference,
      );
      if (!isKnown) change({ orders: [...orders, request].slice(-MOST_REFUNDS) });
    },
    endOrder(refundReference: string): void {
      const orders = (snapshot().orders ?? []).filter((order) => order.refundReference !== refundReference);
      change({ orders });
    },
  };
}
