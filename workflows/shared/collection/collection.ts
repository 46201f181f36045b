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
} from '../../../src/domain/collection.js';
import { type Kobo, ZERO } from '../../../src/domain/money.js';
import { inWords } from '../../../src/domain/notice.js';
import { actionFor, type Occasion, type Policies } from '../../../src/domain/policy.js';
import type { ReviewKind } from '../../../src/domain/review.js';
import type { Reading, Verdict } from '../../../src/domain/verdict.js';
import type { ReviewOrder } from '../messages.js';
import { createRecord, type RecordRules, type StoryRecord } from '../run/record.js';
import type { Tale } from '../run/story.js';

export type Collection<Snapshot extends CollectionSnapshot> = ReturnType<typeof createCollection<Snapshot>>;

export interface CollectionRules<Snapshot extends CollectionSnapshot> extends Pick<
  RecordRules<Snapshot>,
  'describe'
> {
  /** What its webhooks begin with: `payment.paid`, and the newer ones: `checkout.on-hold`. */
  readonly prefix: string;
  readonly noun: string;
}

/** Under what circumstances a verdict is applied. */
export interface Circumstances {
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
  short: 'underpaid',
  over: 'overpaid',
  late: 'paid-late',
  second: 'duplicate-payment',
};

/** The record of whatever collects money once, and what verdicts of the gateway make of it. */
export function createCollection<Snapshot extends CollectionSnapshot>(
  initial: Snapshot,
  { prefix, noun, describe }: CollectionRules<Snapshot>,
) {
  const whole = createRecord<Snapshot>(initial, {
    describe,
    transitions: COLLECTION_MOVES,
    worth: ({ terms }) => terms.amountKobo,
    passing: ['CLOSING'],
  });
  // only what every collection has is touched here; the compiler cannot see that a Snapshot has just these
  const { snapshot, change, move, mayMove, raise, clear } =
    whole as unknown as StoryRecord<CollectionSnapshot>;

  /** What the verdict changed, as far as the merchant must hear of it. */
  function apply(verdict: Verdict, circumstances: Circumstances): Tale[] {
    if (verdict.kind === 'wait') return [];
    if (isEndWithoutMoney(verdict.to)) return applyEnd(verdict, circumstances);
    const { state, paid: before } = snapshot();
    if (verdict.to === state) {
      const { paid, second } = verdict;
      return [
        ...noticeMore(paid, before, circumstances),
        ...noticeSecond(second, circumstances),
        ...(isUnderpaidNow(circumstances) ? weighShort(circumstances) : []),
      ];
    }
    if (!mayMove(verdict.to)) return conflict('state', `the gateway says ${verdict.to} after ${state}`);
    const wasFulfillable = isFulfillable(snapshot());
    if (verdict.paid) change({ paid: verdict.paid });
    move(verdict.to, verdict.because);
    return [
      ...weighMoney(state, wasFulfillable, circumstances),
      ...noticeSecond(verdict.second, circumstances),
      ...(isUnderpaidNow(circumstances) ? weighShort(circumstances) : []),
    ];
  }

  /** Nobody can pay the rest any more, and the gateway has said so for all of it. */
  function isUnderpaidNow({ isWindowOver, isComplete, hasClaims }: Circumstances): boolean {
    const { state } = snapshot();
    return state === 'PARTIALLY_PAID' && isWindowOver && isComplete && !hasClaims && !isOver(snapshot());
  }

  /** An end without money never contradicts another one, and none is believed against an open claim. */
  function applyEnd(
    { to, because }: Extract<Verdict, { kind: 'move' }>,
    { isWindowOver, hasClaims }: Circumstances,
  ): Tale[] {
    const { state } = snapshot();
    // another card, or another way, may still be tried while the window lasts
    const isTooEarly = to === 'FAILED' && state === 'PENDING' && !isWindowOver;
    if (!isOpen(state) || hasClaims || isTooEarly) return [];
    move(to, because);
    return [tale()];
  }

  /** Proof of money mends what was in doubt. What is too little is weighed when the window is over, not before. */
  function weighMoney(
    before: CollectionState,
    wasFulfillable: boolean,
    circumstances: Circumstances,
  ): Tale[] {
    const { state, paid } = snapshot();
    if (!isMoney(state)) return withdrawn(wasFulfillable);
    clear(({ kind, key }) => kind === 'unproven-event' || key === 'unresolved:closing');
    if (state !== 'PARTIALLY_PAID') clear(({ kind }) => kind === 'underpaid');
    if (isEndWithoutMoney(before)) {
      change({ late: true });
      const reason = `it was paid after it had ended ${before}`;
      const isHeld = hold('late', paid?.amountKobo ?? ZERO, { circumstances, reason });
      if (isHeld) return [{ type: `${noun}.on-hold`, effect: `on-hold:${state}` }];
    }
    const after = before === 'REVERSED' || before === 'REFUNDED' ? `:after-${before}` : '';
    const tales = fulfilled(wasFulfillable, `${state}${after}`);
    if (state === 'OVERPAID') return [...tales, ...weighOver(circumstances)];
    if (state === 'PARTIALLY_PAID') {
      return snapshot().late ? weighShort(circumstances) : [...tales, tale()];
    }
    return tales.length > 0 ? tales : [topped()];
  }

  /** More came to what nobody had asked for, to what had been accepted as too little, or to what is held. */
  function topped(): Tale {
    return snapshot().unexpected ? tale() : { type: `${noun}.topped-up` };
  }

  /** Only this says that the goods may go. */
  function fulfilled(wasFulfillable: boolean, effect: string): Tale[] {
    return !wasFulfillable && isFulfillable(snapshot()) ? [{ type: `${prefix}.paid`, effect }] : [];
  }

  function withdrawn(wasFulfillable: boolean): Tale[] {
    const { state } = snapshot();
    return [{ type: wasFulfillable ? `${noun}.unfulfillable` : `${prefix}.${inWords(state)}` }];
  }

  function weighOver(circumstances: Circumstances): Tale[] {
    const { surplusKobo } = balanceOf(snapshot());
    hold('over', surplusKobo, { circumstances, reason: 'more than asked was paid' });
    return [tale()];
  }

  /** True when a person must decide; else it is accepted as it came. */
  function hold(
    occasion: Occasion,
    atRiskKobo: Kobo,
    { circumstances, reason }: { readonly circumstances: Circumstances; readonly reason: string },
  ): boolean {
    const isHeld = actionFor(circumstances.policies[occasion], atRiskKobo) === 'hold';
    if (isHeld) raise({ kind: HELD[occasion], reason, atRiskKobo });
    else if (occasion === 'late') accept('late');
    else if (occasion === 'short') accept('underpaid');
    return isHeld;
  }

  function accept(what: Accepted): void {
    const accepted = snapshot().accepted ?? [];
    if (!accepted.includes(what)) change({ accepted: [...accepted, what] });
  }

  /** Another part that is not yet the whole, or still more than too much: the state is the same, the money not. */
  function noticeMore(
    paid: Paid | undefined,
    before: Paid | undefined,
    circumstances: Circumstances,
  ): Tale[] {
    if (!paid || paid.amountKobo <= (before?.amountKobo ?? ZERO)) return [];
    change({ paid });
    const { state } = snapshot();
    if (state === 'OVERPAID') weighOver(circumstances);
    return [{ ...tale(), effect: `${state}:${paid.amountKobo}` }];
  }

  function noticeSecond(second: Kobo | undefined, circumstances: Circumstances): Tale[] {
    if (second === undefined || second === snapshot().secondKobo) return [];
    change({ secondKobo: second });
    hold('second', second, { circumstances, reason: 'it was paid a second time, by another way' });
    return [{ type: `${prefix}.paid-twice`, effect: `second:${second}` }];
  }

  /** The window is over and less than asked has come: the merchant hears that this is its end. */
  function weighShort(circumstances: Circumstances): Tale[] {
    const wasFulfillable = isFulfillable(snapshot());
    const { outstandingKobo } = balanceOf(snapshot());
    change({ underpaid: true });
    hold('short', outstandingKobo, { circumstances, reason: 'less than asked was paid' });
    return [{ type: `${noun}.underpaid`, effect: 'underpaid' }, ...fulfilled(wasFulfillable, 'underpaid')];
  }

  /** The gateway contradicts what was final, and has said so twice: a person must look, and the merchant hears it once. */
  function conflict(subject: string, reason: string): Tale[] {
    const { terms } = snapshot();
    const isNew = raise({ kind: 'conflicting-records', subject, reason, atRiskKobo: terms.amountKobo });
    return isNew ? [{ type: `${prefix}.contradicted`, effect: `conflict:${reason}` }] : [];
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

  function tale(): Tale {
    const { unexpected, state } = snapshot();
    return { type: unexpected ? `${prefix}.unexpected` : `${prefix}.${inWords(state)}` };
  }

  /** A person has accepted what a policy held, or concluded what the gateway never told. */
  function onResolved({ key, decision, reason }: ReviewOrder, kind: string): Tale[] {
    const wasFulfillable = isFulfillable(snapshot());
    if (decision === 'accept' && kind === 'paid-late') accept('late');
    if (decision === 'accept' && kind === 'underpaid') accept('underpaid');
    if (key === 'unresolved:closing' && decision === 'did-not-happen' && isOpen(snapshot().state)) {
      move('EXPIRED', `a person concluded that nothing was paid: ${reason}`);
      return [tale()];
    }
    return fulfilled(wasFulfillable, `${snapshot().state}:accepted`);
  }

  return {
    ...whole,
    apply,
    weighDoubt,
    conflict,
    onResolved,
    tale,
    /** The payer's last try came to nothing. */
    attemptFailed(transactionReference: string, attempt: Attempt): Tale {
      change({ lastAttempt: attempt });
      return { type: `${noun}.attempt-failed`, effect: `attempt:${transactionReference}` };
    },
    isOpen: () => isOpen(snapshot().state),
    isOver: () => isOver(snapshot()),
  };
}
