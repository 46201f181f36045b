import type { Activities } from '../../activities/activities.js';
import type { CardStep } from '../../src/domain/checkout/card.js';
import { FAILURES } from '../../src/domain/failure.js';
import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import type { Settings } from '../../src/config/settings.js';
import { failureKind, failureReason } from '../shared/gateway/failures.js';
import { refusal } from '../shared/run/commands.js';
import { isContinuing } from '../shared/run/pace.js';
import type { CheckoutLifecycle } from './lifecycle.js';

type Answered = Awaited<ReturnType<Activities['chargeCard' | 'authorizeOtp' | 'authorizeThreeDs']>>;

export interface CardCall {
  readonly call: () => Promise<Answered>;
  /** The step to return to when the call surely had no effect. */
  readonly before?: CardStep;
  /** The vault's own page, which posts to an issuer that requires a form. */
  readonly formUrl?: string | undefined;
}

/** Applies the gateway's reply to a card call. */
export async function conclude(
  lifecycle: CheckoutLifecycle,
  settings: Settings,
  card: CardCall,
): Promise<CheckoutSnapshot> {
  const checkout = lifecycle.subject();
  let answer: Answered;
  try {
    answer = await lifecycle.pace.call(card.call);
  } catch (error) {
    if (isContinuing(error)) return notCharged(lifecycle, error, card.before);
    return concludeFailure(lifecycle, error, card.before);
  }
  if (answer.kind === 'wrong-otp') return mistaken(lifecycle, card.before);
  if (answer.kind === 'already-charged') return unknown(lifecycle, answer.message);
  if (answer.kind !== 'ok') return declined(lifecycle, answer.message);
  const { status, message, otpData, secure3dData, transactionReference } = answer.body;
  // crossed replies happen: a reply for another checkout proves nothing about this card
  if (transactionReference !== checkout.snapshot().card?.transactionReference) {
    return unknown(lifecycle, 'the reply names another transaction');
  }
  const expiresAt = new Date(Date.now() + settings.cardAuthTimeoutMs).toISOString();
  const reason = message ?? `the gateway reports ${status}`;
  switch (status) {
    case 'SUCCESS':
      checkout.updateCard({ state: 'CHARGED', reason });
      return afterCheck(lifecycle);
    case 'OTP_AUTHORIZATION_REQUIRED':
      if (!otpData) return unknown(lifecycle, 'the gateway requires an OTP but sent no OTP data');
      checkout.updateCard({
        state: 'OTP_REQUIRED',
        reason: otpData.message ?? reason,
        otpId: otpData.id,
        attemptsLeft: card.before?.attemptsLeft ?? settings.otpMaxAttempts,
        expiresAt,
      });
      return checkout.snapshot();
    case 'BANK_AUTHORIZATION_REQUIRED': {
      const isForm = secure3dData?.method?.toUpperCase() === 'POST';
      const redirectUrl = (isForm ? card.formUrl : secure3dData?.redirectUrl) ?? card.before?.redirectUrl;
      if (redirectUrl == null)
        return unknown(lifecycle, "the payer must visit the card's issuer, but the gateway sent no address");
      checkout.updateCard({ state: 'THREE_DS_REQUIRED', reason, redirectUrl, expiresAt });
      return checkout.snapshot();
    }
    case 'FAILED':
      return declined(lifecycle, reason);
    default:
      return unknown(lifecycle, `the gateway reports ${status}`);
  }
}

/** The run continues as new and nothing was sent: restores the step, and the caller sends it again. */
function notCharged(lifecycle: CheckoutLifecycle, error: unknown, before?: CardStep): never {
  lifecycle.subject().updateCard(before ?? { state: 'NOT_CHARGED', reason: 'not sent' });
  throw error;
}

/** Fails closed: only a failure that surely moved no money releases the card. */
function concludeFailure(
  lifecycle: CheckoutLifecycle,
  error: unknown,
  before?: CardStep,
): Promise<CheckoutSnapshot> {
  const kind = failureKind(error);
  const reason = failureReason(error);
  if (FAILURES[kind].moneyMayHaveMoved) return unknown(lifecycle, reason);
  lifecycle.subject().updateCard(before ?? { state: 'NOT_CHARGED', reason: reason });
  const word = kind === 'rejected-request' ? 'refused' : 'not-sent';
  return Promise.reject(refusal(word, `nothing was charged; you can try again: ${reason}`));
}

function mistaken(lifecycle: CheckoutLifecycle, before?: CardStep): Promise<CheckoutSnapshot> {
  const attemptsLeft = (before?.attemptsLeft ?? 1) - 1;
  if (attemptsLeft <= 0) return declined(lifecycle, 'too many incorrect OTPs');
  if (before) lifecycle.subject().updateCard({ ...before, attemptsLeft });
  const tries = attemptsLeft === 1 ? '1 attempt is left' : `${attemptsLeft} attempts are left`;
  return Promise.reject(refusal('otp-incorrect', `the OTP is incorrect; ${tries}`));
}

/** A declined transaction is spent; another card or channel needs a new one. */
function declined(lifecycle: CheckoutLifecycle, reason: string): Promise<CheckoutSnapshot> {
  const checkout = lifecycle.subject();
  const { card } = checkout.snapshot();
  checkout.updateCard({ state: 'DECLINED', reason });
  const { transactionReference = '' } = card ?? {};
  checkout.markSpent(transactionReference);
  lifecycle.notify(checkout.declined(transactionReference, 'card', reason));
  return Promise.resolve(checkout.snapshot());
}

/**
 * The outcome is unknown. The lifecycle checks until the gateway reports it; the payer does not have to do
 * anything.
 */
function unknown(lifecycle: CheckoutLifecycle, reason: string): Promise<CheckoutSnapshot> {
  lifecycle.subject().updateCard({ state: 'UNKNOWN', reason });
  return afterCheck(lifecycle);
}

/** A reply of SUCCESS is not proof; the transaction record is. */
async function afterCheck(lifecycle: CheckoutLifecycle): Promise<CheckoutSnapshot> {
  const ticket = lifecycle.checks.requestNow();
  try {
    await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket));
  } catch (error) {
    // the charge was sent: answers the caller now, because the next run would refuse the same card
    if (!isContinuing(error)) throw error;
  }
  return lifecycle.subject().snapshot();
}
