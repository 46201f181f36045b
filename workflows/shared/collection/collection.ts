import {
  type Accepted,
  type Attempt,
  balanceOf,
  COLLECTION_TRANSITIONS,
  type CollectionSnapshot,
  type CollectionState,
  isEndWithoutMoney,
  isFulfillable,
  isMoney,
  isOpen,
  isOver,
  type Paid,
} from '../../../src/domain/collection/collection.js';
import { type Kobo, ZERO } from '../../../src/domain/money.js';
import { inWords } from '../../../src/domain/lifecycle/webhook.js';
import { actionFor, type UnexpectedMoney, type Policies } from '../../../src/domain/collection/policy.js';
import type { ReviewKind } from '../../../src/domain/lifecycle/review.js';
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
  /** The payer can no longer pay. */
  readonly isWindowOver: boolean;
  /** The gateway answered for every transaction. */
  readonly isComplete: boolean;
  /** A gateway event reported money that no record shows yet: an end without money does not answer that. */
  readonly hasClaims: boolean;
}

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
  const whole = createLifecycleState<Snapshot>(initial, {
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
    if (verdict.to === state) {
      const { paid, duplicate } = verdict;
      return [
        ...draftMore(paid, before, context),
        ...draftDuplicate(duplicate, context),
        ...(isUnderpaidNow(context) ? weighUnderpayment(context) : []),
      ];
    }
    if (!mayBecome(verdict.to)) return conflict('state', `the gateway reports ${verdict.to} after ${state}`);
    const wasFulfillable = isFulfillable(snapshot());
    if (verdict.paid) change({ paid: verdict.paid });
    transitionTo(verdict.to, verdict.reason);
    return [
      ...weighMoney(state, wasFulfillable, context),
      ...draftDuplicate(verdict.duplicate, context),
      ...(isUnderpaidNow(context) ? weighUnderpayment(context) : []),
    ];
  }

  /** The payer can no longer pay the rest, and the gateway confirmed that for every transaction. */
  function isUnderpaidNow({ isWindowOver, isComplete, hasClaims }: VerdictContext): boolean {
    const { state } = snapshot();
    return state === 'PARTIALLY_PAID' && isWindowOver && isComplete && !hasClaims && !isOver(snapshot());
  }

  /** An end without money never contradicts another one, and is not believed while a claim is open. */
  function applyEnd(
    { to, reason }: Extract<Verdict, { kind: 'transition' }>,
    { isWindowOver, hasClaims }: VerdictContext,
  ): WebhookDraft[] {
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
    context: VerdictContext,
  ): WebhookDraft[] {
    const { state, paid } = snapshot();
    if (!isMoney(state)) return withdrawn(wasFulfillable);
    clear(({ kind, key }) => kind === 'unproven-event' || key === 'unresolved:closing');
    if (state !== 'PARTIALLY_PAID') clear(({ kind }) => kind === 'underpaid');
    if (isEndWithoutMoney(before)) {
      change({ late: true });
      const reason = `paid after it was already ${before}`;
      const isHeld = hold('late', paid?.amountKobo ?? ZERO, { context, reason });
      if (isHeld) return [{ type: `${prefix}.on-hold`, effect: `on-hold:${state}` }];
    }
    const after = before === 'REVERSED' || before === 'REFUNDED' ? `:after-${before}` : '';
    const drafts = fulfilled(wasFulfillable, `${state}${after}`);
    if (state === 'OVERPAID') return [...drafts, ...weighOverpayment(context)];
    if (state === 'PARTIALLY_PAID') {
      return snapshot().late ? weighUnderpayment(context) : [...drafts, draft()];
    }
    return drafts.length > 0 ? drafts : [toppedUp()];
  }

  /** More money arrived on an unexpected payment, an accepted underpayment, or a payment on hold. */
  function toppedUp(): WebhookDraft {
    return snapshot().unexpected ? draft() : { type: `${prefix}.topped-up` };
  }

  /** The only webhook on which the merchant may fulfil the order. */
  function fulfilled(wasFulfillable: boolean, effect: string): WebhookDraft[] {
    return !wasFulfillable && isFulfillable(snapshot()) ? [{ type: `${prefix}.paid`, effect }] : [];
  }

  function withdrawn(wasFulfillable: boolean): WebhookDraft[] {
    const { state } = snapshot();
    return [{ type: wasFulfillable ? `${prefix}.unfulfillable` : `${prefix}.${inWords(state)}` }];
  }

  function weighOverpayment(context: VerdictContext): WebhookDraft[] {
    const { surplusKobo } = balanceOf(snapshot());
    hold('overpaid', surplusKobo, { context, reason: 'paid more than the amount asked' });
    return [draft()];
  }

  /** True when the policy holds the money for review; otherwise it is accepted. */
  function hold(
    kind: UnexpectedMoney,
    atRiskKobo: Kobo,
    { context, reason }: { readonly context: VerdictContext; readonly reason: string },
  ): boolean {
    const isHeld = actionFor(context.policies[kind], atRiskKobo) === 'hold';
    if (isHeld) raise({ kind: HELD[kind], reason, atRiskKobo });
    else if (kind === 'late') accept('late');
    else if (kind === 'underpaid') accept('underpaid');
    return isHeld;
  }

  function accept(what: Accepted): void {
    const accepted = snapshot().accepted ?? [];
    if (!accepted.includes(what)) change({ accepted: [...accepted, what] });
  }

  /** A further part payment, or a larger overpayment: the state stays the same, the amount changes. */
  function draftMore(
    paid: Paid | undefined,
    before: Paid | undefined,
    context: VerdictContext,
  ): WebhookDraft[] {
    if (!paid || paid.amountKobo <= (before?.amountKobo ?? ZERO)) return [];
    change({ paid });
    const { state } = snapshot();
    if (state === 'OVERPAID') weighOverpayment(context);
    return [{ ...draft(), effect: `${state}:${paid.amountKobo}` }];
  }

  function draftDuplicate(duplicate: Kobo | undefined, context: VerdictContext): WebhookDraft[] {
    if (duplicate === undefined || duplicate === snapshot().duplicateKobo) return [];
    change({ duplicateKobo: duplicate });
    hold('duplicate', duplicate, { context, reason: 'paid a second time through another transaction' });
    return [{ type: `${prefix}.duplicate-payment`, effect: `duplicate:${duplicate}` }];
  }

  /** The window is closed and the payment is short: the merchant gets the final webhook. */
  function weighUnderpayment(context: VerdictContext): WebhookDraft[] {
    const wasFulfillable = isFulfillable(snapshot());
    const { outstandingKobo } = balanceOf(snapshot());
    change({ underpaid: true });
    hold('underpaid', outstandingKobo, { context, reason: 'paid less than the amount asked' });
    return [{ type: `${prefix}.underpaid`, effect: 'underpaid' }, ...fulfilled(wasFulfillable, 'underpaid')];
  }

  /** The gateway contradicted a final state twice: raises a review item and sends one webhook. */
  function conflict(subject: string, reason: string): WebhookDraft[] {
    const { terms } = snapshot();
    const isNew = raise({ kind: 'conflicting-records', subject, reason, atRiskKobo: terms.amountKobo });
    return isNew ? [{ type: `${prefix}.conflicting-records`, effect: `conflict:${reason}` }] : [];
  }

  function draft(): WebhookDraft {
    const { unexpected, state } = snapshot();
    return { type: unexpected ? `${prefix}.unexpected` : `${prefix}.${inWords(state)}` };
  }

  /** An operator accepted money that a policy held, or concluded what the gateway never reported. */
  function onResolved({ key, decision, reason }: ReviewResolution, kind: string): WebhookDraft[] {
    const wasFulfillable = isFulfillable(snapshot());
    if (decision === 'accept' && kind === 'paid-late') accept('late');
    if (decision === 'accept' && kind === 'underpaid') accept('underpaid');
    if (key === 'unresolved:closing' && decision === 'did-not-happen' && isOpen(snapshot().state)) {
      transitionTo('EXPIRED', `an operator concluded that nothing was paid: ${reason}`);
      return [draft()];
    }
    return fulfilled(wasFulfillable, `${snapshot().state}:accepted`);
  }

  return {
    ...whole,
    apply,
    conflict,
    onResolved,
    draft,
    /** The payer's last attempt failed. */
    attemptFailed(transactionReference: string, attempt: Attempt): WebhookDraft {
      change({ lastAttempt: attempt });
      return { type: `${prefix}.attempt-failed`, effect: `attempt:${transactionReference}` };
    },
    isOpen: () => isOpen(snapshot().state),
    isOver: () => isOver(snapshot()),
  };
}
