import type { Settings } from '../../../src/config/settings.js';
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
import type { ReviewResolution } from '../messages.js';
import type { Lifecycle, WebhookDraft } from '../run/lifecycle.js';
import { createLifecycleState, timestamp } from '../run/state.js';

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
  const { snapshot, transitionTo, mayBecome, raise, clear } = record;
  /** The compiler cannot see that a Snapshot has just these fields. */
  const change = (part: Partial<SinglePayoutSnapshot>) => record.change(part as Partial<Snapshot>);

  const draft = (effect?: string): WebhookDraft => ({
    type: `${prefix}.${inWords(snapshot().state)}`,
    ...(effect !== undefined && { effect }),
  });

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

  /** The gateway contradicts a final state, or what the merchant may have acted on. */
  function conflict(reason: string): WebhookDraft[] {
    const { amountKobo: atRiskKobo } = snapshot().terms;
    const isNew = raise({ kind: 'conflicting-records', subject: 'state', reason, atRiskKobo });
    return isNew ? [{ type: `${prefix}.conflicting-records`, effect: `conflict:${reason}` }] : [];
  }

  return {
    ...record,
    /** Changes the fields that all such payouts have. */
    update: change,
    draft,
    apply,
    enter,
    /** Nothing was sent, as far as Oware knows, and the payout has not ended. */
    isUnsent: () => snapshot().sentAt === undefined && !isEnded(snapshot().state),
    isWanted: () => snapshot().unwanted === undefined,
    /** The gateway accepted it. */
    setSent(transactionReference: string | null | undefined): void {
      change({ sentAt: timestamp(), ...(transactionReference && { transactionReference }) });
      if (snapshot().state !== 'PENDING') transitionTo('PENDING', 'sent to the gateway');
    },
    /** Whether the reading would take a final state back. */
    isContradictedBy(reading: SinglePayoutReading): boolean {
      const { state } = snapshot();
      if (reading.kind !== 'end' || !isEnded(state) || reading.to === state) return false;
      return !(isWithoutMoney(state) && isWithoutMoney(reading.to)) && !mayBecome(reading.to);
    },
    /** A failure counts once a second read, minutes after the first, shows it too. */
    weighFailure(reading: SinglePayoutReading, { failureConfirmMs }: Settings): WebhookDraft[] {
      const { state, failedAt, failedTwice, sentAt } = snapshot();
      if (state !== 'FAILED' || failedAt === undefined || failedTwice) return [];
      // a missing record confirms that the gateway never had it, and never what a record showed
      const isAbsent = reading.kind === 'absent' && sentAt === undefined;
      const isShown = isAbsent || (reading.kind === 'end' && reading.to === 'FAILED');
      if (!isShown || Date.now() < Date.parse(failedAt) + failureConfirmMs) return [];
      change({ failedTwice: true });
      return [{ type: `${prefix}.safe-to-pay-again`, effect: 'safe-to-pay-again' }];
    },
    /** Ends it without a send that had an effect. */
    endUnsent(to: 'CANCELLED' | 'EXPIRED' | 'REFUSED' | 'FAILED', reason: string): WebhookDraft {
      transitionTo(to, reason);
      if (to === 'FAILED') change({ failedAt: timestamp() });
      return draft();
    },
    /** Further effects of an operator's decision. */
    onResolved({ key, decision, reason }: ReviewResolution): WebhookDraft[] {
      if (key !== 'unresolved:status' || isOver(snapshot())) return [];
      const [to, observed] =
        decision === 'happened'
          ? (['SUCCESS', `an operator concluded that it was paid: ${reason}`] as const)
          : (['FAILED', `an operator concluded that it was not paid: ${reason}`] as const);
      if (snapshot().state !== to) transitionTo(to, observed);
      change({ concluded: true });
      return [draft(`${to}:concluded`)];
    },
    isAnswerable: () => {
      const { state, sentAt, review } = snapshot();
      return state !== 'PENDING' || sentAt !== undefined || review.length > 0;
    },
  };
}
