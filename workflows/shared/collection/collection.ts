import {
  type Accepted,
  type Attempt,
  balanceOf,
  COLLECTION_MOVES,
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
import { actionFor, type Occasion, type Policies } from '../../../src/domain/collection/policy.js';
import type { ReviewKind } from '../../../src/domain/lifecycle/review.js';
import type { Reading, Verdict } from '../../../src/domain/collection/verdict.js';
import type { ReviewResolution } from '../messages.js';
import { createLifecycleState, type StateRules, type LifecycleState } from '../run/state.js';
import type { WebhookDraft } from '../run/lifecycle.js';

export type Collection<Snapshot extends CollectionSnapshot> = ReturnType<typeof createCollection<Snapshot>>;

export interface CollectionRules<Snapshot extends CollectionSnapshot> extends Pick<
  StateRules<Snapshot>,
  'describe'
> {
  /** What its webhooks begin with: `payment.paid`, and the newer ones: `checkout.on-hold`. */
  readonly prefix: string;
  readonly noun: string;
}

/** Under what circumstances a verdict is applied. */
export interface Situation {
  readonly policies: Policies;
  /** Nobody can pay any more; what has come is all there is. */
  readonly isWindowOver: boolean;
  /** Every transaction has given an answer. */
  readonly isComplete: boolean;
  /** An event says that money came, and no record has shown it yet: an end without money is no answer to that. */
  readonly hasClaims: boolean;
}

/** What is done with money that is not what was asked, and under which name a person finds it. */
const HELD: Readonly<Record<Occasion, ReviewKind>> = {
  underpaid: 'underpaid',
  overpaid: 'overpaid',
  late: 'paid-late',
  duplicate: 'duplicate-payment',
};

/** The record of whatever collects money once, and what verdicts of the gateway make of it. */
export function createCollection<Snapshot extends CollectionSnapshot>(
  initial: Snapshot,
  { prefix, noun, describe }: CollectionRules<Snapshot>,
) {
  const whole = createLifecycleState<Snapshot>(initial, {
    describe,
    allowedTransitions: COLLECTION_MOVES,
    worth: ({ terms }) => terms.amountKobo,
    passing: ['CLOSING'],
  });
  // only what every collection has is touched here; the compiler cannot see that a Snapshot has just these
  const { snapshot, change, move, mayBecome, raise, clear } =
    whole as unknown as LifecycleState<CollectionSnapshot>;

  /** What the verdict changed, as far as the merchant must hear of it. */
  function apply(verdict: Verdict, situation: Situation): WebhookDraft[] {
    if (verdict.kind === 'wait') return [];
    if (isEndWithoutMoney(verdict.to)) return applyEnd(verdict, situation);
    const { state, paid: before } = snapshot();
    if (verdict.to === state) {
      const { paid, second } = verdict;
      return [
        ...webhookMore(paid, before, situation),
        ...webhookSecond(second, situation),
        ...(isUnderpaidNow(situation) ? weighShort(situation) : []),
      ];
    }
    if (!mayBecome(verdict.to)) return conflict('state', `the gateway says ${verdict.to} after ${state}`);
    const wasFulfillable = isFulfillable(snapshot());
    if (verdict.paid) change({ paid: verdict.paid });
    move(verdict.to, verdict.reason);
    return [
      ...weighMoney(state, wasFulfillable, situation),
      ...webhookSecond(verdict.second, situation),
      ...(isUnderpaidNow(situation) ? weighShort(situation) : []),
    ];
  }

  /** Nobody can pay the rest any more, and the gateway has said so for all of it. */
  function isUnderpaidNow({ isWindowOver, isComplete, hasClaims }: Situation): boolean {
    const { state } = snapshot();
    return state === 'PARTIALLY_PAID' && isWindowOver && isComplete && !hasClaims && !isOver(snapshot());
  }

  /** An end without money never contradicts another one, and none is believed against an open claim. */
  function applyEnd(
    { to, reason }: Extract<Verdict, { kind: 'move' }>,
    { isWindowOver, hasClaims }: Situation,
  ): WebhookDraft[] {
    const { state } = snapshot();
    // another card, or another way, may still be tried while the window lasts
    const isTooEarly = to === 'FAILED' && state === 'PENDING' && !isWindowOver;
    if (!isOpen(state) || hasClaims || isTooEarly) return [];
    move(to, reason);
    return [draft()];
  }

  /** Proof of money mends what was in doubt. What is too little is weighed when the window is over, not before. */
  function weighMoney(
    before: CollectionState,
    wasFulfillable: boolean,
    situation: Situation,
  ): WebhookDraft[] {
    const { state, paid } = snapshot();
    if (!isMoney(state)) return withdrawn(wasFulfillable);
    clear(({ kind, key }) => kind === 'unproven-event' || key === 'unresolved:closing');
    if (state !== 'PARTIALLY_PAID') clear(({ kind }) => kind === 'underpaid');
    if (isEndWithoutMoney(before)) {
      change({ late: true });
      const reason = `it was paid after it had ended ${before}`;
      const isHeld = hold('late', paid?.amountKobo ?? ZERO, { situation, reason });
      if (isHeld) return [{ type: `${noun}.on-hold`, effect: `on-hold:${state}` }];
    }
    const after = before === 'REVERSED' || before === 'REFUNDED' ? `:after-${before}` : '';
    const drafts = fulfilled(wasFulfillable, `${state}${after}`);
    if (state === 'OVERPAID') return [...drafts, ...weighOver(situation)];
    if (state === 'PARTIALLY_PAID') {
      return snapshot().late ? weighShort(situation) : [...drafts, draft()];
    }
    return drafts.length > 0 ? drafts : [topped()];
  }

  /** More came to what nobody had asked for, to what had been accepted as too little, or to what is held. */
  function topped(): WebhookDraft {
    return snapshot().unexpected ? draft() : { type: `${noun}.topped-up` };
  }

  /** Only this says that the goods may go. */
  function fulfilled(wasFulfillable: boolean, effect: string): WebhookDraft[] {
    return !wasFulfillable && isFulfillable(snapshot()) ? [{ type: `${prefix}.paid`, effect }] : [];
  }

  function withdrawn(wasFulfillable: boolean): WebhookDraft[] {
    const { state } = snapshot();
    return [{ type: wasFulfillable ? `${noun}.unfulfillable` : `${prefix}.${inWords(state)}` }];
  }

  function weighOver(situation: Situation): WebhookDraft[] {
    const { surplusKobo } = balanceOf(snapshot());
    hold('overpaid', surplusKobo, { situation, reason: 'more than asked was paid' });
    return [draft()];
  }

  /** True when a person must decide; else it is accepted as it came. */
  function hold(
    occasion: Occasion,
    atRiskKobo: Kobo,
    { situation, reason }: { readonly situation: Situation; readonly reason: string },
  ): boolean {
    const isHeld = actionFor(situation.policies[occasion], atRiskKobo) === 'hold';
    if (isHeld) raise({ kind: HELD[occasion], reason, atRiskKobo });
    else if (occasion === 'late') accept('late');
    else if (occasion === 'underpaid') accept('underpaid');
    return isHeld;
  }

  function accept(what: Accepted): void {
    const accepted = snapshot().accepted ?? [];
    if (!accepted.includes(what)) change({ accepted: [...accepted, what] });
  }

  /** Another part that is not yet the whole, or still more than too much: the state is the same, the money not. */
  function webhookMore(
    paid: Paid | undefined,
    before: Paid | undefined,
    situation: Situation,
  ): WebhookDraft[] {
    if (!paid || paid.amountKobo <= (before?.amountKobo ?? ZERO)) return [];
    change({ paid });
    const { state } = snapshot();
    if (state === 'OVERPAID') weighOver(situation);
    return [{ ...draft(), effect: `${state}:${paid.amountKobo}` }];
  }

  function webhookSecond(second: Kobo | undefined, situation: Situation): WebhookDraft[] {
    if (second === undefined || second === snapshot().secondKobo) return [];
    change({ secondKobo: second });
    hold('duplicate', second, { situation, reason: 'it was paid a second time, by another way' });
    return [{ type: `${prefix}.duplicate-payment`, effect: `second:${second}` }];
  }

  /** The window is over and less than asked has come: the merchant hears that this is its end. */
  function weighShort(situation: Situation): WebhookDraft[] {
    const wasFulfillable = isFulfillable(snapshot());
    const { outstandingKobo } = balanceOf(snapshot());
    change({ underpaid: true });
    hold('underpaid', outstandingKobo, { situation, reason: 'less than asked was paid' });
    return [{ type: `${noun}.underpaid`, effect: 'underpaid' }, ...fulfilled(wasFulfillable, 'underpaid')];
  }

  /** The gateway contradicts what was final, and has said so twice: a person must look, and the merchant hears it once. */
  function conflict(subject: string, reason: string): WebhookDraft[] {
    const { terms } = snapshot();
    const isNew = raise({ kind: 'conflicting-records', subject, reason, atRiskKobo: terms.amountKobo });
    return isNew ? [{ type: `${prefix}.conflicting-records`, effect: `conflict:${reason}` }] : [];
  }

  /** What a reading of one transaction leaves in doubt; one that can be read clears what another left. */
  function weighDoubt(transactionReference: string, reading: Reading): void {
    if (reading.kind === 'doubt') {
      const { about: kind, reason, atRiskKobo } = reading;
      raise({ kind, subject: transactionReference, reason, atRiskKobo });
    } else if (reading.kind !== 'none' && reading.kind !== 'absent') {
      const doubts = ['unreadable-record', 'identity-mismatch'].map(
        (kind) => `${kind}:${transactionReference}`,
      );
      clear(({ key }) => doubts.includes(key));
    }
  }

  function draft(): WebhookDraft {
    const { unexpected, state } = snapshot();
    return { type: unexpected ? `${prefix}.unexpected` : `${prefix}.${inWords(state)}` };
  }

  /** A person has accepted what a policy held, or concluded what the gateway never told. */
  function onResolved({ key, decision, reason }: ReviewResolution, kind: string): WebhookDraft[] {
    const wasFulfillable = isFulfillable(snapshot());
    if (decision === 'accept' && kind === 'paid-late') accept('late');
    if (decision === 'accept' && kind === 'underpaid') accept('underpaid');
    if (key === 'unresolved:closing' && decision === 'did-not-happen' && isOpen(snapshot().state)) {
      move('EXPIRED', `a person concluded that nothing was paid: ${reason}`);
      return [draft()];
    }
    return fulfilled(wasFulfillable, `${snapshot().state}:accepted`);
  }

  return {
    ...whole,
    apply,
    weighDoubt,
    conflict,
    onResolved,
    draft,
    /** The payer's last try came to nothing. */
    attemptFailed(transactionReference: string, attempt: Attempt): WebhookDraft {
      change({ lastAttempt: attempt });
      return { type: `${noun}.attempt-failed`, effect: `attempt:${transactionReference}` };
    },
    isOpen: () => isOpen(snapshot().state),
    isOver: () => isOver(snapshot()),
  };
}
