import type { ChargeableCard } from '../../src/domain/charge/card.js';
import type { Tolerance } from '../../src/domain/collection/verdict.js';
import { contradicts, learn, levelOf, type Reading, weigh } from '../../src/domain/collection/verdict.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import type { RefundEndedEvent } from '../../src/domain/lifecycle/events/refund-ended.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { reviewKey } from '../../src/domain/lifecycle/review.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { difference, type Kobo, kobo, toNaira, totalOf, ZERO } from '../../src/domain/money.js';
import { type Due, shortDay } from '../../src/domain/plan.js';
import {
  type Attempt,
  attemptIn,
  attemptReference,
  isOpenAttempt,
  isOpenPeriod,
  MOST_ATTEMPTS,
  nextNumber,
  type Period,
  type PeriodState,
  stateOf,
} from '../../src/domain/subscription/period.js';
import {
  isFinal,
  SUBSCRIPTION_TRANSITIONS,
  type SubscriptionSnapshot,
  type SubscriptionState,
  type SubscriptionTerms,
} from '../../src/domain/subscription/subscription.js';
import { toPeriodView } from '../../src/domain/subscription/view.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { createLifecycleState, timestamp } from '../shared/run/state.js';
import type { ClaimedLevel } from '../shared/run/wait-for-outcome.js';
import { describeSubscription } from './details.js';

/** The snapshot lists the newest periods; sums count them all. */
const PERIODS_KEPT = 24;
const OTHERS_KEPT = 20;

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

/** Where an attempt is. */
interface Place {
  readonly period: Period;
  readonly attempt: Attempt;
}

export function createSubscription(initial: SubscriptionSnapshot) {
  const record = createLifecycleState<SubscriptionSnapshot>(initial, {
    describe: describeSubscription,
    allowedTransitions: SUBSCRIPTION_TRANSITIONS,
    worth: ({ amountKobo }) => amountKobo,
    // a webhook is about one period; the older ones were already reported
    inWebhooks: (snapshot) => ({ ...snapshot, periods: snapshot.periods.slice(-2), seen: [] }),
  });
  const { snapshot, change, transitionTo, raise, clear } = record;

  const draft = (effect?: string): WebhookDraft => ({
    type: `subscription.${inWords(snapshot().state)}`,
    ...(effect !== undefined && { effect }),
  });

  const periodOf = (n: number) => snapshot().periods.find((period) => period.n === n);

  const about = (n: number) => {
    const period = periodOf(n);
    return { period: period && toPeriodView(period) };
  };

  const drafted = (type: string, effect: string, n: number): WebhookDraft => ({
    type: `subscription.${type}`,
    effect,
    about: about(n),
  });

  function changePeriod(n: number, part: Partial<Period>): void {
    change({
      periods: snapshot().periods.map((period) => (period.n === n ? { ...period, ...part } : period)),
    });
  }

  function changeAttempt({ period, attempt }: Place, part: Partial<Attempt>): void {
    const { attempts } = periodOf(period.n) ?? period;
    changePeriod(period.n, {
      attempts: attempts.map((each) => (each.n === attempt.n ? { ...each, ...part } : each)),
    });
  }

  /** Lists a charge that a lost run sent, or may have sent. */
  function insertAttempt(period: Period, attempt: Attempt): void {
    const { attempts } = periodOf(period.n) ?? period;
    changePeriod(period.n, { attempts: [...attempts, attempt].sort((one, other) => one.n - other.n) });
  }

  function find(is: (attempt: Attempt) => boolean): Place | undefined {
    for (const period of snapshot().periods) {
      const attempt = period.attempts.find(is);
      if (attempt) return { period, attempt };
    }
    return undefined;
  }

  const byReference = (paymentReference: string) =>
    find((attempt) => attempt.paymentReference === paymentReference);
  const byTransaction = (transactionReference: string) =>
    find((attempt) => attempt.transactionReference === transactionReference);

  /** A charge that the gateway has. One that is not listed was sent by a lost run. */
  function setFound(
    period: Period,
    found: Required<Pick<Attempt, 'n' | 'paymentReference' | 'transactionReference'>>,
  ): void {
    const { paymentReference, transactionReference } = found;
    const place = byReference(paymentReference);
    if (place) {
      if (place.attempt.transactionReference === undefined) changeAttempt(place, { transactionReference });
      return;
    }
    const at = timestamp();
    insertAttempt(period, { ...found, state: 'PENDING', reason: 'the gateway has it', at, sentAt: at });
  }

  /** Ends a period, or corrects its end; sums follow. */
  function endPeriod(n: number, to: Exclude<PeriodState, 'DUE'>, reason: string): void {
    const period = periodOf(n);
    // only money that went back lowers what was paid
    if (!period || (period.state === 'PAID' && (to === 'FAILED' || to === 'MISSED'))) return;
    const { totals } = snapshot();
    const isCharged = to === 'PAID' && period.state !== 'PAID';
    const wasCharged = period.state === 'PAID' && (to === 'REVERSED' || to === 'REFUNDED');
    const sign = isCharged ? 1 : wasCharged ? -1 : 0;
    const { amountKobo } = period;
    const chargedKobo = difference(
      [totals.chargedKobo, ...(isCharged ? [amountKobo] : [])],
      wasCharged ? [amountKobo] : [],
    );
    changePeriod(n, { state: to, reason, ...NO_RETRY });
    change({
      totals: {
        charged: totals.charged + sign,
        chargedKobo: kobo(Math.max(chargedKobo, 0)),
        failed: totals.failed + counted('FAILED', period.state, to),
        missed: totals.missed + counted('MISSED', period.state, to),
      },
    });
  }

  /** The state that follows from what the merchant wants and from the card. */
  function settleState(reason: string): void {
    const { state, paused, hold } = snapshot();
    if (isFinal(state)) return;
    const to: SubscriptionState = paused ? 'PAUSED' : hold === undefined ? 'ACTIVE' : 'ON_HOLD';
    if (to !== state) transitionTo(to, reason);
  }

  /** The merchant, or an operator, has said what holds. */
  const clearCommands = () => clear(({ key }) => key === COMMANDS_KEY);

  /** Applies what a record shows of a charge; returns the webhooks for the merchant. */
  function applyReading(
    transactionReference: string,
    reading: Reading,
    tolerance: Tolerance,
  ): WebhookDraft[] {
    record.weighDoubt(transactionReference, reading);
    if (reading.kind === 'money' || reading.kind === 'returned') listLost(transactionReference);
    const place = byTransaction(transactionReference);
    if (!place) return applyOther(transactionReference, reading);
    const { attempt, period } = place;
    const { known: before } = attempt;
    if (contradicts(before, reading) && reading.kind === 'end') {
      return conflict(transactionReference, `${reading.observed} for money that it had shown before`, period);
    }
    const known = learn(before, reading);
    if (known === undefined || known === before) return [];
    const to = stateOf(known) ?? attempt.state;
    const reason = known.kind === 'end' ? known.observed : `the gateway reports ${to}`;
    changeAttempt(place, { known, state: to, reason });
    clear(({ key }) => key === 'unresolved:status' || key === `unproven-event:${transactionReference}`);
    switch (to) {
      case 'PAID':
        return paid(place, tolerance);
      case 'REVERSED':
      case 'REFUNDED':
        if (period.state === 'PAID') endPeriod(period.n, to, reason);
        return [drafted('charge-reversed', `${attempt.paymentReference}:${to}`, period.n)];
      default:
        return [];
    }
  }

  function paid({ period, attempt }: Place, tolerance: Tolerance): WebhookDraft[] {
    const { paymentReference } = attempt;
    const now = byReference(paymentReference)?.attempt ?? attempt;
    const paidKobo = levelOf(now.known);
    const isSecond = period.attempts.some((each) => each.n !== attempt.n && each.state === 'PAID');
    if (isSecond) {
      const reason = `${paymentReference} was paid, and so was another charge of ${period.day}`;
      raise({ kind: 'duplicate-payment', subject: paymentReference, reason, atRiskKobo: paidKobo });
      return [drafted('duplicate-charge', paymentReference, period.n)];
    }
    endPeriod(period.n, 'PAID', `charged by ${paymentReference}`);
    const asked = { amountKobo: period.amountKobo, currency: snapshot().terms.currency };
    const verdict = weigh(asked, [{ transactionReference: '', known: now.known }], tolerance);
    const drafts = [drafted('charged', paymentReference, period.n)];
    if (verdict.kind !== 'transition' || verdict.to === 'PAID') return drafts;
    const kind = verdict.to === 'OVERPAID' ? 'overpaid' : 'underpaid';
    const atRiskKobo = kobo(Math.abs(paidKobo - period.amountKobo));
    raise({ kind, subject: paymentReference, reason: `${paymentReference}: ${verdict.reason}`, atRiskKobo });
    return [...drafts, drafted('wrong-amount', paymentReference, period.n)];
  }

  /** Money under a reference that a lost run may have used is a charge of that period, however late it shows. */
  function listLost(transactionReference: string): void {
    const { terms, periods, others = [] } = snapshot();
    const other = others.find((each) => each.transactionReference === transactionReference);
    const named = other && attemptIn(terms.reference, other.paymentReference);
    if (!named || byReference(other.paymentReference) || named.n > MOST_ATTEMPTS) return;
    const period = periods.find(
      ({ day, lostSince }) => lostSince !== undefined && shortDay(day) === named.day,
    );
    if (!period) return;
    change({ others: others.filter((each) => each !== other) });
    setFound(period, { ...other, n: named.n });
  }

  /** A charge under a reference of ours that no kept period has, or a second one under a reference that one has. */
  function applyOther(transactionReference: string, reading: Reading): WebhookDraft[] {
    const other = snapshot().others?.find((each) => each.transactionReference === transactionReference);
    if (!other || (reading.kind !== 'money' && reading.kind !== 'returned')) return [];
    const { paymentReference } = other;
    const { amountKobo } = reading.paid;
    const first = byReference(paymentReference);
    if (first && reading.kind === 'money') {
      const reason = `${transactionReference} was paid under ${paymentReference}, beside ${first.attempt.transactionReference}`;
      const isNew = raise({
        kind: 'duplicate-payment',
        subject: transactionReference,
        reason,
        atRiskKobo: amountKobo,
      });
      return isNew ? [drafted('duplicate-charge', transactionReference, first.period.n)] : [];
    }
    if (reading.kind === 'returned') {
      const reason = `the gateway reports ${reading.to} for ${paymentReference}, an earlier period`;
      raise({ kind: 'conflicting-records', subject: paymentReference, reason, atRiskKobo: amountKobo });
      return [{ type: 'subscription.charge-reversed', effect: `${paymentReference}:${reading.to}` }];
    }
    // a repeat of the event that reported it then was seen; this money may be in no sum
    const reason = isBeforeKept(paymentReference)
      ? `${paymentReference} was paid, and its period is no longer listed`
      : `${paymentReference} was paid, and Oware did not send it`;
    const isNew = raise({
      kind: 'unmatched-event',
      subject: paymentReference,
      reason,
      atRiskKobo: amountKobo,
    });
    return isNew ? [{ type: 'subscription.unexpected', effect: `unexpected:${paymentReference}` }] : [];
  }

  function isBeforeKept(paymentReference: string): boolean {
    const { terms, periods } = snapshot();
    const named = attemptIn(terms.reference, paymentReference);
    const first = periods[0]?.day.slice(2).replaceAll('-', '');
    return named !== undefined && first !== undefined && named.day < first;
  }

  function conflict(subject: string, reason: string, { n, amountKobo }: Period): WebhookDraft[] {
    const isNew = raise({ kind: 'conflicting-records', subject, reason, atRiskKobo: amountKobo });
    return isNew ? [drafted('conflicting-records', `conflict:${subject}`, n)] : [];
  }

  /** The claim that an event makes about one of its charges. */
  function recordEvent(event: CollectionEvent): ClaimedLevel | undefined {
    const { transactionReference, paymentReference, amountKobo } = event;
    const { terms, others = [] } = snapshot();
    if (attemptIn(terms.reference, paymentReference) === undefined) return undefined;
    const place = byReference(paymentReference);
    const known = place?.attempt.transactionReference;
    if (place && known === undefined) changeAttempt(place, { transactionReference });
    else if (
      known !== transactionReference &&
      !others.some((each) => each.transactionReference === transactionReference)
    ) {
      change({ others: [...others, { paymentReference, transactionReference }].slice(-OTHERS_KEPT) });
    }
    return { subject: transactionReference, level: amountKobo };
  }

  function recordRefund({ refundReference, transactionReference, amountKobo, ...end }: RefundEndedEvent) {
    if (end.state !== 'COMPLETED') return [];
    const place = byTransaction(transactionReference);
    if (place) changeAttempt(place, { refundedKobo: end.refundedKobo });
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
    draft,
    drafted,
    byReference,
    byTransaction,
    applyReading,
    recordEvent,
    recordRefund,
    changeAttempt,
    changePeriod,
    endPeriod,
    settleState,
    knownLevel: (transactionReference: string): Kobo =>
      levelOf(byTransaction(transactionReference)?.attempt.known),
    setCard: (card: ChargeableCard) => change({ card }),
    setNext: (next: Due | undefined) => change({ next } as Partial<SubscriptionSnapshot>),
    setWaiting: (waiting: string | undefined) => {
      if (snapshot().waiting !== waiting) change({ waiting } as Partial<SubscriptionSnapshot>);
    },
    /** Opens the period of a due date. */
    addPeriod({ n, day, at }: Due, part: Pick<Period, 'state' | 'reason'>): void {
      const { periods, amountKobo } = snapshot();
      const period: Period = {
        n,
        day,
        dueAt: new Date(at).toISOString(),
        amountKobo,
        attempts: [],
        ...part,
      };
      const all = [...periods, period];
      const dropped = Math.max(all.length - PERIODS_KEPT, 0);
      change({ periods: all.filter((each, index) => index >= dropped || isOpenPeriod(each)) });
    },
    countMissed: (count: number) => {
      const { totals } = snapshot();
      change({ totals: { ...totals, missed: totals.missed + count } });
    },
    /** The next charge of a period, before it is sent. */
    addAttempt(period: Period): Attempt {
      const { terms } = snapshot();
      const n = nextNumber(period) ?? MOST_ATTEMPTS;
      const attempt: Attempt = {
        n,
        paymentReference: attemptReference(terms.reference, period.day, n),
        state: 'SENDING',
        reason: 'being sent',
        at: timestamp(),
        card: snapshot().cards ?? 0,
      };
      const { attempts } = periodOf(period.n) ?? period;
      changePeriod(period.n, { attempts: [...attempts, attempt], ...NO_RETRY });
      return attempt;
    },
    setFound,
    /** A charge that a lost run may have sent: the gateway did not say. */
    setUnread(period: Period, unread: Pick<Attempt, 'n' | 'paymentReference'>): void {
      const reason = 'the gateway did not answer';
      insertAttempt(period, { ...unread, state: 'SENDING', reason, at: timestamp(), lost: true });
    },
    /** The lost run did not send it: its number is free again. */
    removeAttempt({ period, attempt }: Place): void {
      const { attempts } = periodOf(period.n) ?? period;
      changePeriod(period.n, { attempts: attempts.filter(({ n }) => n !== attempt.n) });
    },
    /** The references of a charge: Oware's, and that of the gateway where it is known. */
    namesOf(paymentReference: string): string[] {
      const { others = [] } = snapshot();
      const found = [byReference(paymentReference)?.attempt, ...others];
      return found
        .flatMap((each) =>
          each?.paymentReference === paymentReference ? [each.transactionReference ?? ''] : [],
        )
        .concat(paymentReference);
    },
    hold: (reason: string): WebhookDraft => {
      change({ hold: reason });
      settleState(reason);
      return { type: 'subscription.on-hold', effect: `on-hold:${snapshot().transitions.length}:${reason}` };
    },
    replaceCard(card: ChargeableCard): void {
      const cards = (snapshot().cards ?? 0) + 1;
      change({ card, cards, hold: undefined } as unknown as Partial<SubscriptionSnapshot>);
      settleState('the card was replaced');
    },
    /** The commands that a lost run took are lost with it: nothing is charged until someone says what holds. */
    doubtCommands(): void {
      const { state, amountKobo: atRiskKobo } = snapshot();
      const reason = 'the previous run was lost, and commands of the merchant may be lost with it';
      raise({ kind: 'unresolved', subject: COMMANDS, reason, atRiskKobo });
      change({ paused: true });
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
    setPaused(paused: boolean, who = 'the merchant'): void {
      clearCommands();
      change({ paused: paused ? true : undefined } as unknown as Partial<SubscriptionSnapshot>);
      settleState(`${who} ${paused ? 'paused' : 'resumed'} it`);
    },
    /** An operator concluded that charges without an outcome did not happen. */
    concludeFailed: (reason: string) => {
      for (const { attempts, ...period } of snapshot().periods) {
        for (const attempt of attempts.filter(({ state }) => state === 'PENDING')) {
          const place = { period: { ...period, attempts }, attempt };
          changeAttempt(place, { state: 'FAILED', reason: `an operator concluded: ${reason}` });
        }
      }
    },
    isActive: () => snapshot().state === 'ACTIVE',
    /** Attempts whose outcome is unknown, and that the gateway has. */
    pending: (): readonly Attempt[] =>
      snapshot().periods.flatMap(({ attempts }) =>
        attempts.filter((each) => isOpenAttempt(each) && each.transactionReference !== undefined),
      ),
    isAnswerable: () => {
      const { state, review, waiting } = snapshot();
      return state !== 'PENDING' || review.length > 0 || waiting !== undefined;
    },
  };
}

/** JSON leaves the field out. */
const NO_RETRY = { retryAt: undefined } as unknown as Partial<Period>;

/** How the count of periods in a state changes. */
function counted(state: PeriodState, from: PeriodState, to: PeriodState): number {
  return Number(to === state) - Number(from === state);
}
