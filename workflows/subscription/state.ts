import { cardOf, type ChargeableCard } from '../../src/domain/charge/card.js';
import type { RefundEndedEvent } from '../../src/domain/lifecycle/events/refund-ended.js';
import { beginning, countWebhook, numberedEffect } from '../../src/domain/lifecycle/lifecycle.js';
import { reviewKey } from '../../src/domain/lifecycle/review.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { toNaira, totalOf, ZERO } from '../../src/domain/money.js';
import type { Due } from '../../src/domain/plan.js';
import { whyWithdrawn } from '../../src/domain/pull/next-step.js';
import {
  changedCharge,
  chargeOf,
  chargesOf,
  ended,
  findCharge,
  totalsAfter,
  isWarning,
} from '../../src/domain/subscription/change-charge.js';
import { takeRules } from '../../src/domain/subscription/newer-rules.js';
import {
  type Charge,
  forgottenWith,
  isOpenPeriod,
  packed,
  type Period,
  type PeriodState,
  refundedOf,
} from '../../src/domain/subscription/period.js';
import {
  isFinal,
  isPaused,
  SUBSCRIPTION_TRANSITIONS,
  type SubscriptionSnapshot,
  type SubscriptionState,
  type SubscriptionTerms,
  WAS_PAUSED,
} from '../../src/domain/subscription/subscription.js';
import { surroundingsOf } from '../../src/domain/subscription/surroundings.js';
import { toPeriodView } from '../../src/domain/subscription/view.js';
import { createUnderWay } from '../shared/run/follow.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { clearJudged } from '../shared/run/rules.js';
import { createLifecycleState } from '../shared/run/state.js';
import { describeSubscription } from './details.js';

/** The snapshot lists the newest periods; sums count them all. */
const PERIODS_KEPT = 24;

/** Whether commands were lost: the key of its review item. */
const COMMANDS = 'commands';
export const COMMANDS_KEY = reviewKey({ kind: 'unresolved', subject: COMMANDS });

export type Subscription = ReturnType<typeof createSubscription>;

export function newSnapshot(terms: SubscriptionTerms, at: string): SubscriptionSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    lifecycle: 'subscription',
    terms,
    amountKobo: terms.amountKobo,
    periods: [],
    totals: { charged: 0, chargedKobo: ZERO, failed: 0, missed: 0 },
  };
}

export function createSubscription(initial: SubscriptionSnapshot) {
  const record = createLifecycleState<SubscriptionSnapshot>(initial, {
    describe: describeSubscription,
    allowedTransitions: SUBSCRIPTION_TRANSITIONS,
    worth: ({ amountKobo }) => amountKobo,
    // a webhook is about one period; the older ones were already reported
    inWebhooks: (snapshot) => ({ ...snapshot, periods: snapshot.periods.slice(-2), forgotten: '', seen: [] }),
    readable: (snapshot) => ({ ...snapshot, forgotten: '' }),
  });
  const { snapshot, raise, clear } = record;

  const underWay = createUnderWay((key) => {
    const place = chargeOf(snapshot(), key);
    return place && whyWithdrawn(place.charge, surroundingsOf(snapshot(), key));
  });

  function change(part: Partial<SubscriptionSnapshot>): void {
    record.change(part);
    underWay.noteChange();
  }

  function transitionTo(to: SubscriptionState, reason: string): void {
    record.transitionTo(to, reason);
    underWay.noteChange();
  }

  /** Snapshots are JSON: an undefined field is an absent one. */
  const drop = (...fields: readonly (keyof SubscriptionSnapshot)[]) =>
    change(Object.fromEntries(fields.map((field) => [field, undefined])));

  /** What a lost run had said of its state, a rebuilt one says again: the merchant was sent something newer in between. */
  function draft(): WebhookDraft {
    const { state, rebuiltAt } = snapshot();
    return {
      type: `subscription.${inWords(state)}`,
      ...(rebuiltAt !== undefined && { effect: `${state}:${rebuiltAt}` }),
    };
  }

  const periodOf = (n: number) => snapshot().periods.find((period) => period.n === n);

  const drafted = (type: string, effect: string, n: number): WebhookDraft => {
    const period = periodOf(n);
    return { type: `subscription.${type}`, effect, about: { period: period && toPeriodView(period) } };
  };

  /** One of several of its type. */
  function numbered(type: string, n: number = snapshot().sequence): WebhookDraft {
    return { type: `subscription.${type}`, effect: numberedEffect(snapshot(), type, n) };
  }

  function changePeriod(n: number, part: Partial<Period>): void {
    const { periods } = snapshot();
    change({ periods: periods.map((period) => (period.n === n ? { ...period, ...part } : period)) });
  }

  /** Keeps the charges, and the sums that follow from them. */
  function setCharges(part: Pick<SubscriptionSnapshot, 'periods' | 'others' | 'totals'>): void {
    change(part);
    clearJudged(record, chargesOf(snapshot()));
    const stage = snapshot().periods.at(-1)?.attempts.at(-1)?.stage;
    setWaiting(stage?.reason);
  }

  function setWaiting(waiting: string | undefined): void {
    if (snapshot().waiting === waiting) return;
    if (waiting === undefined) drop('waiting');
    else change({ waiting });
  }

  /** Ends a period; sums follow. Only money that went back lowers what was paid. */
  function endPeriod(n: number, to: Exclude<PeriodState, 'DUE' | 'PAID'>, reason: string): void {
    const period = periodOf(n);
    if (!period || period.state === 'PAID') return;
    const after = ended(period, to, reason);
    const { periods, totals } = snapshot();
    change({
      periods: periods.map((each) => (each === period ? after : each)),
      totals: totalsAfter(totals, period, after),
    });
  }

  /** The state that follows from what the merchant wants and from the card: PENDING until it has one, or waits for another. */
  function settleState(reason: string): void {
    const { state, hold } = snapshot();
    if (isFinal(state) || (!cardOf(snapshot()) && hold === undefined)) return;
    const isHeld = hold === undefined ? 'ACTIVE' : 'ON_HOLD';
    const to: SubscriptionState = isPaused(snapshot()) ? 'PAUSED' : isHeld;
    if (to !== state) transitionTo(to, reason);
  }

  /** The merchant, or an operator, has said what holds. */
  const clearCommands = () => clear(({ key }) => key === COMMANDS_KEY);

  function recordRefund({ refundReference, transactionReference, amountKobo, ...end }: RefundEndedEvent) {
    const { charge } =
      findCharge(snapshot(), (each) => each.transactionReference === transactionReference) ?? {};
    const after = charge && changedCharge(snapshot(), charge.key, refundedOf(charge, end), Date.now());
    if (after) change(after);
    if (end.state !== 'COMPLETED') return [];
    const refund = {
      reference: refundReference,
      transactionReference,
      amount: toNaira(amountKobo),
      amountKobo,
    };
    return [{ type: 'subscription.refunded', effect: `refund:${refundReference}`, about: { refund } }];
  }

  return {
    ...record,
    ...underWay,
    change,
    transitionTo,
    draft,
    drafted,
    recordRefund,
    setCharges,
    changePeriod,
    endPeriod,
    settleState,
    setWaiting,
    setCard: (card: ChargeableCard) => change({ card }),
    setNext: (next: Due | undefined) => (next ? change({ next }) : drop('next')),
    /** Counts a webhook that is due, for its id. */
    countDue(key: string, type: string): string {
      const { charge } = chargeOf(snapshot(), key) ?? {};
      if (!charge) return '';
      const { due, ordinal } = countWebhook(
        charge.due,
        type,
        isWarning(type) ? snapshot().rebuiltAt : undefined,
      );
      const after = changedCharge(snapshot(), key, { due }, Date.now());
      if (after) change(after);
      return ordinal;
    },
    /** The end of a charge was reported. */
    setReported(key: string): void {
      const after = changedCharge(snapshot(), key, { reported: true }, Date.now());
      if (after) change(after);
    },
    /** A charge that an event named, of a period that is no longer kept. */
    addOther: (charge: Charge) => change({ others: [...(snapshot().others ?? []), charge] }),
    /** Opens the period of a due date. */
    addPeriod({ n, day, at }: Due, part: Pick<Period, 'state' | 'reason'>): void {
      const { periods, amountKobo } = snapshot();
      const dueAt = new Date(at).toISOString();
      const period: Period = { n, day, dueAt, amountKobo, attempts: [], ...part };
      const all = [...periods, period];
      const dropped = Math.max(all.length - PERIODS_KEPT, 0);
      const isKept = (each: Period, index: number) => index >= dropped || isOpenPeriod(each);
      const gone = all.filter((each, index) => !isKept(each, index));
      const forgotten = forgottenWith(snapshot().forgotten, gone);
      change({
        periods: all.filter(isKept).map((each) => (each === period ? each : packed(each))),
        ...(forgotten !== undefined && { forgotten }),
      });
    },
    countMissed: (count: number) => {
      const { totals } = snapshot();
      change({ totals: { ...totals, missed: totals.missed + count } });
    },
    numbered,
    /** Only another card ends it: a webhook for each card. */
    hold: (reason: string): WebhookDraft => {
      change({ hold: reason });
      settleState(reason);
      return numbered('on-hold', snapshot().cards ?? 0);
    },
    replaceCard(card: ChargeableCard): void {
      const cards = (snapshot().cards ?? 0) + 1;
      change({ card, cards });
      drop('hold');
      settleState('the card was replaced');
    },
    /** The commands that a lost run took are lost with it: nothing is charged until someone says what holds. */
    doubtCommands(): void {
      const { state, amountKobo: atRiskKobo } = snapshot();
      const reason = 'the previous run was lost, and commands of the merchant may be lost with it';
      raise({ kind: 'unresolved', subject: COMMANDS, reason, atRiskKobo });
      change({ doubted: true });
      if (state !== 'PENDING') settleState(reason);
    },
    /** More due dates than a recovery reads: what a lost run charged for them is in no sum. */
    doubtPeriods(dues: readonly Due[]): void {
      const [first, last] = [dues[0], dues.at(-1)];
      if (!first || !last) return;
      const reason = `the previous run was lost, and the charges of ${dues.length} due dates, ${first.day} to ${last.day}, were not read`;
      const atRiskKobo = totalOf(...dues.map(() => snapshot().amountKobo));
      raise({ kind: 'unresolved', subject: 'periods', reason, atRiskKobo });
    },
    end(to: 'ENDED' | 'CANCELLED', reason: string): void {
      clearCommands();
      transitionTo(to, reason);
    },
    /** Charges nothing until it is resumed, and then from the next due date on: what is due now is not charged later. */
    pause(): void {
      clearCommands();
      const { periods } = snapshot();
      const dropped = WAS_PAUSED;
      change({
        paused: true,
        periods: periods.map((each) => (each.state === 'DUE' ? { dropped, ...each } : each)),
      });
      drop('doubted');
      settleState('the merchant paused it');
    },
    resume(): void {
      clearCommands();
      drop('paused', 'doubted');
      settleState('the merchant resumed it');
    },
    /** An operator decided that no command was lost. A pause of the merchant that is known stays. */
    liftDoubt(): void {
      clearCommands();
      drop('doubted');
      settleState('an operator resumed it');
    },
    takeRules: (version: number) => takeRules(snapshot(), version),
    isActive: () => snapshot().state === 'ACTIVE',
    isAnswerable: () => {
      const { state, review, waiting } = snapshot();
      return state !== 'PENDING' || review.length > 0 || waiting !== undefined;
    },
  };
}
