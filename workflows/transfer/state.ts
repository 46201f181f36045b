import type { DisbursementEvent } from '../../src/domain/lifecycle/events/disbursement.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { HOLDS, type Hold } from '../../src/domain/lifecycle/review.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { isSafeToPayAgain, isWithoutMoney } from '../../src/domain/payout-end.js';
import {
  isAuthorising,
  isEnded,
  isOver,
  TRANSFER_TRANSITIONS,
  type TransferSnapshot,
  type TransferState,
  type TransferTerms,
} from '../../src/domain/transfer/transfer.js';
import type { TransferReading, TransferRecord } from '../../src/domain/transfer/verdict.js';
import type { Settings } from '../../src/config/settings.js';
import type { ReviewResolution } from '../shared/messages.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { createAuthorization } from '../shared/payout/authorization.js';
import { createPayoutOutcome } from '../shared/payout/payout-outcome.js';
import { createLifecycleState, timestamp } from '../shared/run/state.js';
import { describeTransfer } from './details.js';

export type Transfer = ReturnType<typeof createTransfer>;

export function newSnapshot(terms: TransferTerms, at: string): TransferSnapshot {
  return { ...beginning('PENDING', 'created by the merchant', at), lifecycle: 'transfer', terms };
}

type End = Extract<TransferReading, { kind: 'end' }>;

export function createTransfer(initial: TransferSnapshot) {
  const record = createLifecycleState<TransferSnapshot>(initial, {
    describe: describeTransfer,
    allowedTransitions: TRANSFER_TRANSITIONS,
    worth: ({ terms }) => terms.amountKobo,
  });
  const { snapshot, change, transitionTo, mayBecome, raise, clear } = record;
  const { changeAuthorization, resolveOtp, weighOtp } = createAuthorization(record);

  const draft = (effect?: string): WebhookDraft => ({
    type: snapshot().unexpected ? 'transfer.unexpected' : `transfer.${inWords(snapshot().state)}`,
    ...(effect !== undefined && { effect }),
  });

  const outcome = createPayoutOutcome(record, { prefix: 'transfer', draft, isEnded, isOver });
  const { conflict } = outcome;

  /** Applies what a read shows, and returns the webhooks for the merchant. */
  function apply(reading: TransferReading): WebhookDraft[] {
    record.weighDoubt(snapshot().terms.reference, reading);
    switch (reading.kind) {
      case 'end':
        return applyEnd(reading);
      case 'authorization':
        return enter(reading.to, reading.observed);
      case 'pending':
        if (isAuthorising(snapshot().state)) leaveAuthorization(reading.observed);
        return [];
      default:
        return [];
    }
  }

  function enter(to: TransferState, reason: string): WebhookDraft[] {
    const { state, authorization, transitions } = snapshot();
    if (state === to || isEnded(state)) return [];
    transitionTo(to, reason);
    if (isAuthorising(to) && !authorization) change({ authorization: { since: timestamp(), attempts: 0 } });
    return [draft(`${to}:${transitions.length}`)];
  }

  function leaveAuthorization(reason: string): void {
    transitionTo('PENDING', reason);
    change({ pendingSince: timestamp() });
  }

  function applyEnd({ to, observed }: End): WebhookDraft[] {
    const { state, authorization } = snapshot();
    // the gateway has no cancel: a transfer whose OTP was withheld expires there
    const target = to === 'EXPIRED' && authorization?.withheld ? 'CANCELLED' : to;
    if (target === state || (isWithoutMoney(target) && isWithoutMoney(state))) return [];
    if (!mayBecome(target)) return conflict(`the gateway reports ${to} after ${state}`);
    const wasSafe = isSafeToPayAgain(snapshot());
    transitionTo(target, observed);
    clear(({ kind }) => kind === 'unproven-event' || kind === 'unresolved');
    if (target === 'FAILED') change({ failedAt: timestamp() });
    if (target === 'REVERSED') {
      const reason = 'the bank returned the money after it had accepted it';
      raise({ kind: 'payout-reversed', reason, atRiskKobo: snapshot().terms.amountKobo });
    }
    if (target === 'SUCCESS' && wasSafe) {
      return [draft(), ...conflict('it succeeded after it was reported as safe to pay again')];
    }
    return [draft()];
  }

  return {
    ...record,
    ...outcome,
    draft,
    apply,
    enter,
    changeAuthorization,
    resolveOtp,
    isReleased: (hold: Hold) => snapshot().released?.includes(hold) === true,
    /** The gateway accepted it. */
    setSent(sent: TransferRecord | undefined, sessionId?: string | null): void {
      const now = timestamp();
      change({
        sentAt: now,
        pendingSince: now,
        ...(sent?.transactionReference && { transactionReference: sent.transactionReference }),
        ...(sent?.fee != null && { feeKobo: sent.fee }),
        ...(sessionId && { sessionId }),
      });
      if (!isAuthorising(snapshot().state) && snapshot().state !== 'PENDING') {
        transitionTo('PENDING', 'sent to the gateway');
      }
    },
    /** Keeps what only the record or an event has. */
    learn({ transactionReference, fee }: TransferRecord): void {
      const now = snapshot();
      if (transactionReference && transactionReference !== now.transactionReference)
        change({ transactionReference });
      if (fee != null && fee !== now.feeKobo) change({ feeKobo: fee });
    },
    learnSession({ sessionId }: DisbursementEvent): void {
      if (sessionId && sessionId !== snapshot().sessionId) change({ sessionId });
    },
    weighOtp(reading: TransferReading, settings: Settings): void {
      const isDecided = reading.kind === 'end' || reading.kind === 'pending';
      weighOtp(isDecided ? 'decided' : reading.kind === 'authorization' ? 'waiting' : 'nothing', settings);
    },
    /** Ends it without a send that had an effect. */
    endUnsent(to: 'CANCELLED' | 'EXPIRED' | 'REFUSED' | 'FAILED', reason: string): WebhookDraft {
      clear(({ kind }) => HOLDS.some((hold) => hold === kind));
      transitionTo(to, reason);
      if (to === 'FAILED') change({ failedAt: timestamp() });
      return draft();
    },
    /** Further effects of an operator's decision. */
    onResolved(resolution: ReviewResolution, kind: string): WebhookDraft[] {
      const { decision, reason } = resolution;
      const hold = HOLDS.find((each) => each === kind);
      if (hold && decision === 'release') change({ released: [...(snapshot().released ?? []), hold] });
      if (hold && decision === 'refuse') change({ unwanted: `an operator refused to send it: ${reason}` });
      return outcome.conclude(resolution);
    },
  };
}
