import {
  type CollectionSnapshot,
  type CollectionState,
  isEndWithoutMoney,
  isMoney,
  isOpen,
  mayMove,
  type Paid,
} from '../../src/domain/collection.js';
import { type Kobo, subtract, ZERO } from '../../src/domain/money.js';
import { inWords } from '../../src/domain/notice.js';
import { actionFor, type Occasion, type Policies } from '../../src/domain/policy.js';
import type { Verdict } from '../../src/domain/verdict.js';
import { createRecord, type RecordRules, type StoryRecord } from './record.js';
import type { Tale } from './story.js';

export type Collection<Snapshot extends CollectionSnapshot> = ReturnType<typeof createCollection<Snapshot>>;

export interface CollectionRules<Snapshot extends CollectionSnapshot> extends Pick<
  RecordRules<Snapshot>,
  'describe'
> {
  /** What its notices begin with: `payment.paid`. */
  readonly prefix: string;
}

/** The record of whatever collects money once, and what verdicts of the gateway make of it. */
export function createCollection<Snapshot extends CollectionSnapshot>(
  initial: Snapshot,
  { prefix, describe }: CollectionRules<Snapshot>,
) {
  const whole = createRecord<Snapshot>(initial, {
    describe,
    worth: ({ terms }) => terms.amountKobo,
    passing: ['CLOSING'],
  });
  // only what every collection has is touched here; the compiler cannot see that a Snapshot has just these
  const { snapshot, change, move, raise, settle } = whole as unknown as StoryRecord<CollectionSnapshot>;

  /** What the verdict changed, as far as the merchant must hear of it. */
  function apply(verdict: Verdict, policies: Policies): Tale[] {
    if (verdict.kind === 'wait') return [];
    if (verdict.kind === 'doubt') {
      raise(verdict.attention);
      return [];
    }
    const { state, terms } = snapshot();
    if (verdict.to === state) {
      return [...noticeMore(verdict.paid, policies), ...noticeSecond(verdict.second, policies)];
    }
    if (!mayMove(state, verdict.to)) {
      const reason = `the gateway says ${verdict.to} after ${state}`;
      raise({ kind: 'contradicted', reason, atRiskKobo: terms.amountKobo });
      return [{ type: `${prefix}.contradicted`, effect: `${state}:${verdict.to}` }];
    }
    if (snapshot().attention?.passes) settle();
    if (verdict.paid) change({ paid: verdict.paid });
    move(verdict.to, verdict.because);
    weighMoney(state, policies);
    return [tale(), ...noticeSecond(verdict.second, policies)];
  }

  /** Whether this would undo what was final. */
  function isContradictedBy(verdict: Verdict): boolean {
    const { state } = snapshot();
    return verdict.kind === 'move' && verdict.to !== state && !mayMove(state, verdict.to);
  }

  /** Proof of money mends what was in doubt. What is too little is weighed when the window is over, not before. */
  function weighMoney(before: CollectionState, policies: Policies): void {
    const { state, paid, attention } = snapshot();
    const isMended =
      attention?.kind === 'needs-review' || (before === 'PARTIALLY_PAID' && attention?.kind === 'held-short');
    if (isMoney(state) && isMended) settle();
    if (isMoney(state) && isEndWithoutMoney(before)) {
      const reason = `it was paid after it had ended ${before}`;
      hold('late', paid?.amountKobo ?? ZERO, { policies, reason });
    } else if (state === 'OVERPAID') weighOver(policies);
  }

  function weighOver(policies: Policies): void {
    const { paid, terms } = snapshot();
    const over = subtract(paid?.amountKobo ?? ZERO, terms.amountKobo);
    hold('over', over, { policies, reason: 'more than asked was paid' });
  }

  function hold(
    occasion: Occasion,
    atRiskKobo: Kobo,
    { policies, reason }: { readonly policies: Policies; readonly reason: string },
  ): void {
    const held = actionFor(policies[occasion], atRiskKobo) === 'hold';
    if (held) raise({ kind: `held-${occasion}`, reason, atRiskKobo });
  }

  /** Another part that is not yet the whole, or still more than too much: the state is the same, the money not. */
  function noticeMore(paid: Paid | undefined, policies: Policies): Tale[] {
    if (!paid || paid.amountKobo <= (snapshot().paid?.amountKobo ?? ZERO)) return [];
    change({ paid });
    const { state } = snapshot();
    if (state === 'OVERPAID') weighOver(policies);
    return [{ ...tale(), effect: `${state}:${paid.amountKobo}` }];
  }

  function noticeSecond(second: Kobo | undefined, policies: Policies): Tale[] {
    if (second === undefined || second === snapshot().secondKobo) return [];
    change({ secondKobo: second });
    hold('second', second, { policies, reason: 'it was paid a second time, by another way' });
    return [{ type: `${prefix}.paid-twice`, effect: `second:${second}` }];
  }

  /** The window is over and less than asked has come. */
  function weighShort(policies: Policies): void {
    const { paid, terms } = snapshot();
    const missing = subtract(terms.amountKobo, paid?.amountKobo ?? ZERO);
    hold('short', missing, { policies, reason: 'less than asked was paid' });
  }

  function tale(): Tale {
    const { unexpected, state } = snapshot();
    return { type: unexpected ? `${prefix}.unexpected` : `${prefix}.${inWords(state)}` };
  }

  return { ...whole, apply, isContradictedBy, weighShort, tale, isOpen: () => isOpen(snapshot().state) };
}
