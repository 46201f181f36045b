import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import type { SettlementEvent } from '../../src/domain/lifecycle/events/settlement.js';
import { doubtedTotals, doubtOf, keysProvenBy } from '../../src/domain/settlement/doubt.js';
import { type Kobo, showNaira, ZERO } from '../../src/domain/money.js';
import {
  type Compared,
  comparedWith,
  isCompared,
  isSame,
  isWhole,
  type Listed,
  SETTLEMENT_TRANSITIONS,
  type SettlementSnapshot,
  worthOf,
} from '../../src/domain/settlement/settlement.js';
import { awaitsDecision, ofEvidence, type ReviewItem } from '../../src/domain/lifecycle/review.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { createLifecycleState } from '../shared/run/state.js';
import { describeSettlement } from './details.js';

export type Settlement = ReturnType<typeof createSettlement>;

export function newSnapshot(terms: SettlementSnapshot['terms'], at: string): SettlementSnapshot {
  return { ...beginning('PENDING', 'its payments are being checked', at), lifecycle: 'settlement', terms };
}

export function createSettlement(initial: SettlementSnapshot) {
  const record = createLifecycleState<SettlementSnapshot>(initial, {
    describe: describeSettlement,
    allowedTransitions: SETTLEMENT_TRANSITIONS,
    worth: worthOf,
  });
  const { snapshot, change, transitionTo, raise, raiseUndecided, clear } = record;

  /** Keeps what an event announced; the proven total stays. */
  function announce({ amountKobo, count, settledOn, foundBy }: SettlementEvent): void {
    if (foundBy !== undefined) change({ foundBy });
    const { state, announced, listed } = snapshot();
    const hasAny = amountKobo !== undefined || count !== undefined || settledOn !== undefined;
    // the late event of one that a payment led to names the sum that was proven without it
    const isLate = announced?.amountKobo === undefined && amountKobo === listed?.netKobo;
    if (!hasAny || (state === 'COMPLETED' && !isLate)) return;
    change({
      announced: {
        ...announced,
        ...(amountKobo !== undefined && { amountKobo }),
        ...(count !== undefined && { count }),
        ...(settledOn !== undefined && { settledOn }),
      },
    });
  }

  /**
   * The listing proves these sums. The settlement is completed once its payments were compared with their lifecycles too;
   * what could not be compared says nothing against the sums. One that was completed stays so when it grows, and is
   * checked until its new payments were compared.
   */
  function prove(total: Kobo | undefined, listed: Listed): WebhookDraft[] {
    const { announced, state, proven: before, compared } = snapshot();
    const { count, paidKobo, netKobo } = listed;
    const sums = { count, paidKobo, netKobo };
    const isAllCompared = isCompared(compared, listed);
    clearProven(netKobo);
    if (state === 'COMPLETED' && isSame(before, sums)) {
      if (isAllCompared) clear(isUncompared);
      return [];
    }
    change({
      listed,
      proven: sums,
      ...(total !== undefined && { announced: { ...announced, amountKobo: total } }),
    });
    if (isAllCompared) return complete();
    const drafts = state === 'COMPLETED' ? complete() : [];
    const left = compared?.count === count ? `${compared.unread ?? 0} of ` : '';
    const reason = `${left}its ${count} payments could not be compared with their lifecycles`;
    raise(ofEvidence({ kind: 'incomplete-comparison', reason, atRiskKobo: netKobo }, ''));
    if (state !== 'COMPLETED') change({ reason: `${provenReason(snapshot())}; ${reason}` });
    return drafts;
  }

  /** Another total that an event announced stays a review item. */
  function clearProven(netKobo: Kobo): void {
    const proven = keysProvenBy(netKobo);
    clear(({ key }) => proven.includes(key));
  }

  function complete(): WebhookDraft[] {
    clear(isUncompared);
    const { state, proven, changes: before = 0, rebuiltAt } = snapshot();
    transitionTo('COMPLETED', provenReason(snapshot()));
    const completed = state === 'COMPLETED' ? [] : [{ type: 'settlement.completed' }];
    // a lost run may have sent its completion, under the same id, with other sums
    if (completed.length > 0 && rebuiltAt === undefined) return completed;
    const changes = before + 1;
    change({ changes });
    // sums that come back are news again
    const ordinal = changes === 1 ? '' : `#${changes}`;
    const run = rebuiltAt === undefined ? '' : `:${rebuiltAt}`;
    const effect = `changed${ordinal}${run}:${proven?.count}:${proven?.netKobo}`;
    return [...completed, { type: 'settlement.changed', effect }];
  }

  /** The schedule ended, and the listing does not show what was announced. A decision holds for the amounts that it saw. */
  function raiseUnproven(total: Kobo | undefined): WebhookDraft[] {
    const { listed, state } = snapshot();
    const item = doubtOf(total, listed);
    const isNew = raiseUndecided(item);
    if (state === 'PENDING') transitionTo('UNPROVEN', item.reason);
    else if (state === 'UNPROVEN') change({ reason: item.reason });
    return isNew ? [{ type: 'settlement.unproven', effect: `unproven:${item.subject}:${item.version}` }] : [];
  }

  /** A person decides on what the listing shows now. */
  function setListed(listed: Listed): void {
    change({ listed, compared: comparedWith(snapshot(), listed) });
    // what it proves ends its item with the same check
    const doubted = doubtedTotals(snapshot().review).filter(
      (total) => total !== listed.netKobo || !isWhole(listed),
    );
    for (const total of doubted) raiseUndecided(doubtOf(total, listed));
  }

  return {
    ...record,
    announce,
    setListed,
    setCompared: (compared: Compared) => change({ compared }),
    prove,
    /** A person accepts that the payments were not compared: the sums are proven, as long as the listing shows them. */
    acceptUncompared: () => {
      const { state, proven, listed } = snapshot();
      const isShown =
        proven !== undefined && listed !== undefined && isWhole(listed) && isSame(proven, listed);
      return state === 'COMPLETED' || !isShown ? [] : complete();
    },
    raiseUnproven,
    isAnswerable: () => snapshot().state !== 'PENDING',
    /** Nothing is left to check: proven and compared, or an operator resolved what could not be. */
    isOver: () => {
      const { state, review } = snapshot();
      return state === 'COMPLETED'
        ? !review.some(isUncompared)
        : state === 'UNPROVEN' && !awaitsDecision(review);
    },
  };
}

const isUncompared = ({ kind }: ReviewItem) => kind === 'incomplete-comparison';

function provenReason({ announced, proven }: Pick<SettlementSnapshot, 'announced' | 'proven'>): string {
  const { count, netKobo } = proven ?? { count: 0, netKobo: ZERO };
  const sums = `${count} payment${count === 1 ? '' : 's'} of ${showNaira(netKobo)} net`;
  if (announced?.amountKobo !== netKobo) return `${sums}; no event announced a total`;
  return `${sums} ${count === 1 ? 'is' : 'are'} its total`;
}
