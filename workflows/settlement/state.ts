import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import type { SettlementEvent } from '../../src/domain/lifecycle/events/settlement.js';
import { type Kobo, showNaira, ZERO } from '../../src/domain/money.js';
import {
  type Compared,
  type Listed,
  remainderOf,
  SETTLEMENT_TRANSITIONS,
  type SettlementSnapshot,
  worthOf,
} from '../../src/domain/settlement/settlement.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
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
  const { snapshot, change, transitionTo, raise, clear } = record;

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

  /** The total that was claimed is proven, or none was. */
  function complete(total: Kobo | undefined, listed: Listed): WebhookDraft[] {
    // what another event announced since stays a review item
    if (snapshot().state === 'COMPLETED') return [];
    clear(({ kind }) => kind === 'settlement-difference' || kind === 'unproven-event');
    const { announced } = snapshot();
    change({ listed, ...(total !== undefined && { announced: { ...announced, amountKobo: total } }) });
    const payments = `${listed.count} payment${listed.count === 1 ? '' : 's'}`;
    const sums = `${payments} of ${showNaira(listed.netKobo)} net`;
    transitionTo(
      'COMPLETED',
      total === undefined
        ? `${sums}; no event announced a total`
        : `${sums} ${listed.count === 1 ? 'is' : 'are'} its total`,
    );
    return [{ type: 'settlement.completed' }];
  }

  /** The schedule ended, and the listing does not show what was announced. */
  function raiseUnproven(total: Kobo | undefined): WebhookDraft[] {
    const { listed, state } = snapshot();
    const reason = listed
      ? differenceReason(total, listed)
      : `the gateway does not list the settlement that an event announced${total === undefined ? '' : ` with ${showNaira(total)}`}`;
    const subject = total === undefined ? 'unknown' : String(total);
    const isNew = listed
      ? raise({
          kind: 'settlement-difference',
          subject,
          reason,
          atRiskKobo: total === undefined ? listed.netKobo : remainderOf(total, listed),
        })
      : raise({ kind: 'unproven-event', subject, reason, atRiskKobo: total ?? ZERO });
    if (state === 'PENDING') transitionTo('UNPROVEN', reason);
    return isNew ? [{ type: 'settlement.unproven', effect: `unproven:${subject}` }] : [];
  }

  return {
    ...record,
    announce,
    setListed: (listed: Listed) => change({ listed }),
    setCompared: (compared: Compared) => change({ compared }),
    complete,
    raiseUnproven,
    isAnswerable: () => snapshot().state !== 'PENDING',
    /** Nothing is left to check: proven, or an operator resolved what could not be. */
    isOver: () => {
      const { state, review } = snapshot();
      return state === 'COMPLETED' || (state === 'UNPROVEN' && !awaitsDecision(review));
    },
  };
}

function differenceReason(total: Kobo | undefined, listed: Listed): string {
  const sum = `its ${listed.count} listed payments sum to ${showNaira(listed.netKobo)} net`;
  return total === undefined
    ? `${sum}, and the listing keeps changing`
    : `${sum}, ${showNaira(remainderOf(total, listed))} ${total > listed.netKobo ? 'less' : 'more'} than the announced ${showNaira(total)}`;
}
