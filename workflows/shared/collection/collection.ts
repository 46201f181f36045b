import {
  type Accepted,
  acceptedIn,
  type Attempt,
  balanceOf,
  COLLECTION_TRANSITIONS,
  type CollectionSnapshot,
  type CollectionState,
  fingerprintOf,
  isAccepted,
  isEndWithoutMoney,
  isFulfillable,
  isMoney,
  isOpen,
  isOver,
  isSameMoney,
  type Paid,
  refundedOn,
  withAccepted,
  withMore,
  withOther,
} from '../../../src/domain/collection/collection.js';
import type { RefundEndedEvent } from '../../../src/domain/lifecycle/events/refund-ended.js';
import { type Kobo, kobo, showNaira, toNaira, ZERO } from '../../../src/domain/money.js';
import { afterEnd, withPolicyRefund } from '../../../src/domain/refund/by-policy.js';
import { shortHash } from '../../../src/domain/hash.js';
import { inWords } from '../../../src/domain/lifecycle/webhook.js';
import { actionFor, type UnexpectedMoney, type Policies } from '../../../src/domain/collection/policy.js';
import type { MoneyFingerprint, ReviewItem, ReviewKind } from '../../../src/domain/lifecycle/review.js';
import type { Verdict } from '../../../src/domain/collection/verdict.js';
import type { ReviewResolution } from '../messages.js';
import { createLifecycleState, type StateRules, type LifecycleState } from '../run/state.js';
import type { WebhookDraft } from '../run/lifecycle.js';

export type Collection<Snapshot extends CollectionSnapshot> = ReturnType<typeof createCollection<Snapshot>>;

export interface CollectionRules<Snapshot extends CollectionSnapshot> extends Pick<
  StateRules<Snapshot>,
  'describe'
> {
  /** First part of its webhook types: `checkout` in `checkout.on-hold`. */
  readonly prefix: string;
}

/** The situation in which a verdict is applied. */
export interface VerdictContext {
  readonly policies: Policies;
  /** The smallest refund that the gateway accepts. */
  readonly refundMinKobo: Kobo;
  /** The payer can no longer pay. */
  readonly isWindowOver: boolean;
  /** The gateway answered for every transaction. */
  readonly isComplete: boolean;
  /** A gateway event reported money that no record shows yet: an end without money does not answer that. */
  readonly hasClaims: boolean;
}

type Transition = Extract<Verdict, { kind: 'transition' }>;

/** The review item for each kind of unexpected money that a policy holds. */
const HELD: Readonly<Record<UnexpectedMoney, ReviewKind>> = {
  underpaid: 'underpaid',
  overpaid: 'overpaid',
  late: 'paid-late',
  duplicate: 'duplicate-payment',
};

/** The state of a lifecycle that collects money once, and how verdicts change it. */
export function createCollection<Snapshot extends CollectionSnapshot>(
  initial: Snapshot,
  { prefix, describe }: CollectionRules<Snapshot>,
) {
  const named = initial.accepted ? { ...initial, accepted: acceptedIn(initial) } : initial;
  const whole = createLifecycleState<Snapshot>(named, {
    describe,
    allowedTransitions: COLLECTION_TRANSITIONS,
    worth: ({ terms }) => terms.amountKobo,
    passing: ['CLOSING'],
  });
  // this function changes only fields that every collection has; the compiler cannot see that a Snapshot has
  // just these
  const { snapshot, change, transitionTo, mayBecome, raise, clear } =
    whole as unknown as LifecycleState<CollectionSnapshot>;

  /** Applies a verdict and returns the webhooks for the merchant. */
  function apply(verdict: Verdict, context: VerdictContext): WebhookDraft[] {
    if (verdict.kind === 'wait') return [];
    if (isEndWithoutMoney(verdict.to)) return applyEnd(verdict, context);
    const { state, paid: before } = snapshot();
    const isAfterRefund = isMainRefunded();
    const isRest = (isAfterRefund && state !== 'REFUNDED') || isTakenBack(verdict);
    if (isMoney(verdict.to) && isRest) return applyRest(verdict, context);
    if (verdict.to === state) {
      return [
        ...draftMore(verdict.paid, before, context),
        ...draftDuplicate(verdict, context),
        ...(isUnderpaidNow(context) ? weighUnderpayment(context) : []),
      ];
    }
    if (!mayBecome(verdict.to)) return conflict('state', `the gateway reports ${verdict.to} after ${state}`);
    const wasFulfillable = isFulfillable(snapshot());
    if (verdict.paid) change(withMore(snapshot(), verdict.paid));
    transitionTo(verdict.to, verdict.reason);
    return [
      ...weighMoney(state, wasFulfillable, { context, isAfterRefund }),
      ...draftDuplicate(verdict, context),
      ...(isUnderpaidNow(context) ? weighUnderpayment(context) : []),
    ];
  }

  /** The payment that counts went back in full. */
  function isMainRefunded(): boolean {
    const { paid } = snapshot();
    const back = refundedOn(snapshot(), paid?.transactionReference);
    return paid !== undefined && back > ZERO && back >= paid.amountKobo;
  }

  /** The payment that counted is no longer among those that have money. */
  function isTakenBack({ paid, others = [] }: Transition): boolean {
    const { state, paid: before } = snapshot();
    const main = before?.transactionReference;
    if (main === undefined || paid === undefined || !isMoney(state)) return false;
    return [paid, ...others].every(({ transactionReference }) => transactionReference !== main);
  }

  /** The payment that counted went back: what other transactions have counts now. */
  function applyRest({ to, reason, paid, duplicate }: Transition, context: VerdictContext): WebhookDraft[] {
    const wasFulfillable = isFulfillable(snapshot());
    const gone = snapshot().paid;
    const [back, word] = isMainRefunded()
      ? (['REFUNDED', 'refunded'] as const)
      : (['REVERSED', 'taken back'] as const);
    change({ ...(paid && withOther(paid)), duplicateKobo: duplicate ?? ZERO });
    clear(({ kind }) => kind === 'overpaid' || (kind === 'duplicate-payment' && duplicate === undefined));
    if (to !== snapshot().state) {
      if (!mayBecome(to)) transitionTo(back, `the payment was ${word}`);
      transitionTo(to, reason);
    }
    holdIfLate(`counts since the payment before it was ${word}`, context);
    const isWithdrawn = wasFulfillable && !isFulfillable(snapshot());
    return [
      ...(isWithdrawn ? [webhook('unfulfillable', [gone?.transactionReference])] : fulfilled(wasFulfillable)),
      ...(isUnderpaidNow(context) ? weighUnderpayment(context) : []),
    ];
  }

  /** The payer can no longer pay the rest, and the gateway confirmed that for every transaction. */
  function isUnderpaidNow({ isWindowOver, isComplete, hasClaims }: VerdictContext): boolean {
    const { state } = snapshot();
    return state === 'PARTIALLY_PAID' && isWindowOver && isComplete && !hasClaims && !isOver(snapshot());
  }

  /** An end without money never contradicts another one, and is not believed while a claim is open. */
  function applyEnd({ to, reason }: Transition, { isWindowOver, hasClaims }: VerdictContext): WebhookDraft[] {
    const { state } = snapshot();
    // the payer may still try another card or channel while the window is open
    const isTooEarly = to === 'FAILED' && state === 'PENDING' && !isWindowOver;
    if (!isOpen(state) || hasClaims || isTooEarly) return [];
    transitionTo(to, reason);
    return [draft()];
  }

  /** Proof of money clears doubts. An underpayment is weighed when the window closes, not before. */
  function weighMoney(
    before: CollectionState,
    wasFulfillable: boolean,
    { context, isAfterRefund }: { readonly context: VerdictContext; readonly isAfterRefund: boolean },
  ): WebhookDraft[] {
    const { state } = snapshot();
    if (!isMoney(state)) return withdrawn(wasFulfillable);
    clear(({ kind, key }) => kind === 'unproven-event' || key === 'unresolved:closing');
    if (state !== 'PARTIALLY_PAID') clear(({ kind }) => kind === 'underpaid');
    // the merchant has refunded all of it: what arrives afterwards is as late as after any other end
    if (isEndWithoutMoney(before) || (before === 'REFUNDED' && isAfterRefund)) change({ late: true });
    const isHeld = holdIfLate(`paid after it was already ${before}`, context);
    if (isHeld && !isMoney(before)) return [webhook('on-hold')];
    const drafts = fulfilled(wasFulfillable);
    if (state === 'OVERPAID') return [...drafts, ...weighOverpayment(context)];
    if (state === 'PARTIALLY_PAID') {
      return [...drafts, ...(snapshot().late ? weighUnderpayment(context) : [draft()])];
    }
    return drafts.length > 0 ? drafts : [draft()];
  }

  /** The only webhook on which the merchant may fulfil the order, and the only place that sends it. */
  function fulfilled(wasFulfillable: boolean): WebhookDraft[] {
    const { paid } = snapshot();
    if (wasFulfillable || !isFulfillable(snapshot())) return [];
    // not the amount: a rebuilt run may find a larger one, and the goods go out once
    return [webhook('paid', [paid?.transactionReference])];
  }

  function withdrawn(wasFulfillable: boolean): WebhookDraft[] {
    const { state } = snapshot();
    // an item ends with its money; one that names none is about money that came again after a reversal
    const isGone = ({ money }: ReviewItem) => state === 'REFUNDED' || money !== undefined;
    clear((item) => Object.values(HELD).includes(item.kind) && isGone(item));
    // each refund has sent its own webhook
    if (!wasFulfillable && isMainRefunded()) return [];
    return [
      webhook(wasFulfillable ? 'unfulfillable' : inWords(state), [snapshot().paid?.transactionReference]),
    ];
  }

  /** Money that arrived after the end is held until just this money is accepted; true while it is held. */
  function holdIfLate(reason: string, context: VerdictContext): boolean {
    const { late, paid } = snapshot();
    if (!late || !paid || isAccepted(snapshot(), 'late')) return false;
    return hold('late', paid.amountKobo, { context, reason, payments: [notRefunded(paid)] });
  }

  function weighOverpayment(context: VerdictContext): WebhookDraft[] {
    const { surplusKobo } = balanceOf(snapshot());
    const { paid } = snapshot();
    const reason = 'paid more than the amount asked';
    hold('overpaid', surplusKobo, {
      context,
      reason,
      payments: paid ? [{ ...paid, amountKobo: surplusKobo }] : [],
    });
    return [draft()];
  }

  /** True when the policy holds the money for review, until it is refunded too; otherwise it is accepted. */
  function hold(
    kind: UnexpectedMoney,
    atRiskKobo: Kobo,
    {
      context,
      reason,
      payments = [],
      money = mainMoney(),
    }: {
      readonly context: VerdictContext;
      readonly reason: string;
      /** The payments that a refund returns, with what is to go back of each. */
      readonly payments?: readonly Paid[];
      /** What it is about; the payment that counts unless given. */
      readonly money?: MoneyFingerprint | undefined;
    },
  ): boolean {
    const action = actionFor(context.policies[kind], atRiskKobo);
    const isHeld = action !== 'accept';
    const refunds = action === 'refund' ? askBack(kind, payments, context) : [];
    const asked = refunds.map((refund) => `; refund ${refund} was requested`).join('');
    // an item whose key names other money has lost its cause
    const isObsolete = (item: ReviewItem) =>
      item.money !== undefined && item.key !== item.kind && !(money && isSameMoney(item.money, money));
    clear((item) => item.kind === HELD[kind] && isObsolete(item));
    if (isHeld) raise({ kind: HELD[kind], reason: `${reason}${asked}`, atRiskKobo, ...(money && { money }) });
    else if (kind === 'late' || kind === 'underpaid') accept(kind, money);
    return isHeld;
  }

  function mainMoney(): MoneyFingerprint | undefined {
    const { paid } = snapshot();
    return paid && fingerprintOf(paid);
  }

  /** Asks for refunds, as far as the gateway would accept them; returns their references. */
  function askBack(
    cause: UnexpectedMoney,
    payments: readonly Paid[],
    { refundMinKobo: minKobo }: VerdictContext,
  ): string[] {
    const { terms, unexpected } = snapshot();
    if (unexpected) return [];
    return payments.flatMap((payment) => {
      const asked = { payment, amountKobo: payment.amountKobo, cause, minKobo };
      const policyRefunds = withPolicyRefund(snapshot().policyRefunds, terms.reference, asked);
      if (policyRefunds) change({ policyRefunds });
      return policyRefunds?.at(-1)?.refundReference ?? [];
    });
  }

  /** A refund of one of its payments ended; the webhooks for the merchant. */
  function recordRefund(event: RefundEndedEvent): WebhookDraft[] {
    const { refundReference, transactionReference, amountKobo, state, reason } = event;
    const policyRefunds = afterEnd(snapshot().policyRefunds, refundReference, state);
    if (policyRefunds) change({ policyRefunds });
    if (state !== 'COMPLETED') {
      rewordHold(refundReference, `refund ${refundReference} is ${state}: ${reason}`);
      return [];
    }
    const { refunded = [] } = snapshot();
    const before = refundedOn(snapshot(), transactionReference);
    const total = { transactionReference, refundedKobo: kobo(Math.max(before, event.refundedKobo)) };
    const others = refunded.filter((each) => each.transactionReference !== transactionReference);
    change({ refunded: [...others, total] });
    if (balanceOf(snapshot()).surplusKobo === ZERO) clear(({ kind }) => kind === 'overpaid');
    const refund = {
      reference: refundReference,
      transactionReference,
      amount: toNaira(amountKobo),
      amountKobo,
    };
    return [{ type: `${prefix}.refunded`, effect: `refund:${refundReference}`, about: { refund } }];
  }

  /** The money stays held: the item says why it did not go back. */
  function rewordHold(refundReference: string, reason: string): void {
    const { policyRefunds = [], review } = snapshot();
    const cause = policyRefunds.find((each) => each.refundReference === refundReference)?.cause;
    const kind = cause === undefined ? undefined : HELD[cause as UnexpectedMoney];
    const item = review.find((each) => each.key === kind || (each.kind === kind && each.money !== undefined));
    if (item) raise({ ...item, reason });
  }

  /** Money arrived on a transaction whose money had gone back: it counts for nothing, and a person decides. */
  function paidAgain(transactionReference: string, more: Kobo): WebhookDraft[] {
    const reason = `${showNaira(more)} arrived on ${transactionReference} after its money had gone back`;
    raise({ kind: 'paid-late', subject: transactionReference, reason, atRiskKobo: more, addsUp: true });
    return [webhook('on-hold', [transactionReference, more])];
  }

  /** Accepts this money. An item about the payment that counts has lost its cause. */
  function accept(as: Accepted, money: MoneyFingerprint | undefined): void {
    if (!money) return;
    change({ accepted: withAccepted(acceptedIn(snapshot()), { as, ...money }) });
    clear((item) => item.kind === HELD[as] && item.money !== undefined);
  }

  /** A further part payment, a larger overpayment, or a fee that followed: the state stays, the amount grows. */
  function draftMore(
    paid: Paid | undefined,
    before: Paid | undefined,
    context: VerdictContext,
  ): WebhookDraft[] {
    // what arrives on a transaction that was taken back is an item of its own
    if (!paid || !isMoney(snapshot().state) || paid.amountKobo <= (before?.amountKobo ?? ZERO)) return [];
    const wasFulfillable = isFulfillable(snapshot());
    change(withMore(snapshot(), paid));
    holdIfLate('paid more after it had ended', context);
    const drafts = fulfilled(wasFulfillable);
    if (snapshot().state === 'OVERPAID') return [...drafts, ...weighOverpayment(context)];
    return [...drafts, draft()];
  }

  function draftDuplicate(
    { duplicate = ZERO, others = [] }: Transition,
    context: VerdictContext,
  ): WebhookDraft[] {
    const before = snapshot().duplicateKobo ?? ZERO;
    if (duplicate === before) return [];
    change({ duplicateKobo: duplicate });
    if (duplicate < before) {
      // a refund has sent its own webhook
      if (duplicate === ZERO) clear(({ kind }) => kind === 'duplicate-payment');
      return [];
    }
    const reason = 'paid a second time through another transaction';
    const payments = others.map(notRefunded);
    const references = others.map((each) => each.transactionReference).join('+');
    // a key that named many could not be typed
    const transactionReference = others.length > 1 ? shortHash(references) : references;
    const money = { transactionReference, amountKobo: duplicate };
    hold('duplicate', duplicate, { context, reason, payments, money });
    return [webhook('duplicate-payment', [transactionReference, duplicate])];
  }

  /** What has not gone back of a payment. */
  function notRefunded(paid: Paid): Paid {
    const left = paid.amountKobo - refundedOn(snapshot(), paid.transactionReference);
    return { ...paid, amountKobo: kobo(Math.max(left, 0)) };
  }

  /** The window is closed and the payment is short: the merchant gets the final webhook. */
  function weighUnderpayment(context: VerdictContext): WebhookDraft[] {
    const wasFulfillable = isFulfillable(snapshot());
    const { outstandingKobo } = balanceOf(snapshot());
    change({ underpaid: true });
    // it counted before, and counts again
    if (isAccepted(snapshot(), 'underpaid')) return [];
    hold('underpaid', outstandingKobo, { context, reason: 'paid less than the amount asked' });
    return [webhook('underpaid'), ...fulfilled(wasFulfillable)];
  }

  /** The gateway contradicted a final state twice: raises a review item and sends one webhook. */
  function conflict(subject: string, reason: string): WebhookDraft[] {
    const { terms } = snapshot();
    const isNew = raise({ kind: 'conflicting-records', subject, reason, atRiskKobo: terms.amountKobo });
    return isNew ? [webhook('conflicting-records', [subject, reason])] : [];
  }

  /** The webhook of the current state; for PAID that more money arrived, since only `fulfilled` sends `paid`. */
  function draft(): WebhookDraft {
    const { unexpected, state } = snapshot();
    if (unexpected) return webhook('unexpected');
    return webhook(state === 'PAID' ? 'topped-up' : inWords(state));
  }

  /**
   * A webhook about the payment that counts, unless other facts are given. Its id has the facts and how often they were
   * reported, so that no two share one. What else was sent makes no difference: a rebuilt run, which does not know it,
   * sends the same facts under the same id.
   */
  function webhook(type: string, facts?: readonly (string | number | undefined)[]): WebhookDraft {
    const { sent = {}, paid } = snapshot();
    const about = (facts ?? [paid?.transactionReference, paid?.amountKobo]).filter(
      (fact) => fact !== undefined,
    );
    const fact = shortHash([type, ...about].join(':'));
    const ordinal = (sent[fact] ?? 0) + 1;
    change({ sent: { ...sent, [fact]: ordinal } });
    return { type: `${prefix}.${type}`, effect: [...about, `#${ordinal}`].join(':') };
  }

  /** Ends it without a send that had an effect; what has ended meanwhile stays as it is. */
  function endUnsent(to: 'CANCELLED' | 'EXPIRED' | 'REFUSED' | 'FAILED', reason: string): WebhookDraft[] {
    if (!mayBecome(to)) return [];
    transitionTo(to, reason);
    return [draft()];
  }

  /** An operator accepted money that a policy held, or concluded what the gateway never reported. */
  function onResolved({ key, decision, reason }: ReviewResolution, item: ReviewItem): WebhookDraft[] {
    const wasFulfillable = isFulfillable(snapshot());
    // an item without it was raised before items named their money
    const money = item.money ?? (key === item.kind ? mainMoney() : undefined);
    if (decision === 'accept' && item.kind === 'paid-late') accept('late', money);
    if (decision === 'accept' && item.kind === 'underpaid') accept('underpaid', money);
    if (key === 'unresolved:closing' && decision === 'did-not-happen' && isOpen(snapshot().state)) {
      transitionTo('EXPIRED', `an operator concluded that nothing was paid: ${reason}`);
      return [draft()];
    }
    return fulfilled(wasFulfillable);
  }

  return {
    ...whole,
    apply,
    conflict,
    onResolved,
    recordRefund,
    paidAgain,
    draft,
    endUnsent,
    /** The payer's last attempt failed. */
    attemptFailed(transactionReference: string, attempt: Attempt): WebhookDraft {
      change({ lastAttempt: attempt });
      return webhook('attempt-failed', [transactionReference]);
    },
    isOpen: () => isOpen(snapshot().state),
    isOver: () => isOver(snapshot()),
  };
}
