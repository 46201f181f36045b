import { inWords } from '../../../src/domain/lifecycle/webhook.js';
import { isSafeToPayAgain, isWithoutMoney } from '../../../src/domain/payout-end.js';
import {
  isEnded,
  isOver,
  SINGLE_PAYOUT_TRANSITIONS,
  type SinglePayoutReading,
  type SinglePayoutSnapshot,
  type SinglePayoutState,
} from '../../../src/domain/single-payout.js';
import type { Lifecycle, WebhookDraft } from '../run/lifecycle.js';
import { createLifecycleState, timestamp } from '../run/state.js';
import { createPayoutOutcome } from './payout-outcome.js';

export type SinglePayout<Snapshot extends SinglePayoutSnapshot = SinglePayoutSnapshot> = ReturnType<
  typeof createSinglePayout<Snapshot>
>;

export type SinglePayoutLifecycle<Snapshot extends SinglePayoutSnapshot = SinglePayoutSnapshot> = Lifecycle<
  Snapshot,
  SinglePayout<Snapshot>
>;

export interface SinglePayoutRules<Snapshot extends SinglePayoutSnapshot> {
  /** Prefix of its webhook types. */
  readonly prefix: string;
  /** The details in the Web UI. */
  readonly describe: (snapshot: Snapshot) => string;
}

type End = Extract<SinglePayoutReading, { kind: 'end' }>;

/** The state of one payout without an OTP: how it is prepared, sent, and learns its end. */
export function createSinglePayout<Snapshot extends SinglePayoutSnapshot>(
  initial: Snapshot,
  { prefix, describe }: SinglePayoutRules<Snapshot>,
) {
  const record = createLifecycleState<Snapshot>(initial, {
    describe,
    allowedTransitions: SINGLE_PAYOUT_TRANSITIONS,
    worth: ({ terms }) => terms.amountKobo,
  });
  const { snapshot, transitionTo, mayBecome, clear } = record;
  /** The compiler cannot see that a Snapshot has just these fields. */
  const change = (part: Partial<SinglePayoutSnapshot>) => record.change(part as Partial<Snapshot>);

  const draft = (effect?: string): WebhookDraft => ({
    type: `${prefix}.${inWords(snapshot().state)}`,
    ...(effect !== undefined && { effect }),
  });

  const outcome = createPayoutOutcome(record, { prefix, draft, isEnded, isOver });
  const { conflict } = outcome;

  /** Applies what a read shows, and returns the webhooks for the merchant. */
  function apply(reading: SinglePayoutReading): WebhookDraft[] {
    record.weighDoubt(snapshot().terms.reference, reading);
    return reading.kind === 'end' ? applyEnd(reading) : [];
  }

  function enter(to: SinglePayoutState, reason: string): WebhookDraft[] {
    const { state, transitions } = snapshot();
    if (state === to || isEnded(state)) return [];
    transitionTo(to, reason);
    return [draft(`${to}:${transitions.length}`)];
  }

  function applyEnd({ to, observed }: End): WebhookDraft[] {
    const { state } = snapshot();
    if (to === state || (isWithoutMoney(to) && isWithoutMoney(state))) return [];
    if (!mayBecome(to)) return conflict(`the gateway reports ${to} after ${state}`);
    const wasSafe = isSafeToPayAgain(snapshot());
    transitionTo(to, observed);
    clear(({ kind }) => kind === 'unresolved');
    if (to === 'FAILED') change({ failedAt: timestamp() });
    if (to === 'SUCCESS' && wasSafe) {
      return [draft(), ...conflict('it succeeded after it was reported as safe to pay again')];
    }
    return [draft()];
  }

  return {
    ...record,
    ...outcome,
    /** Changes the fields that all such payouts have. */
    update: change,
    draft,
    apply,
    enter,
    /** The gateway accepted it. */
    setSent(transactionReference: string | null | undefined): void {
      change({ sentAt: timestamp(), ...(transactionReference && { transactionReference }) });
      if (snapshot().state !== 'PENDING') transitionTo('PENDING', 'sent to the gateway');
    },
    /** Ends it without a send that had an effect. */
    endUnsent(to: 'CANCELLED' | 'EXPIRED' | 'REFUSED' | 'FAILED', reason: string): WebhookDraft {
      transitionTo(to, reason);
      if (to === 'FAILED') change({ failedAt: timestamp() });
      return draft();
    },
    onResolved: outcome.conclude,
  };
}
