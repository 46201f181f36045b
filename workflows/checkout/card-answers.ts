import type { Activities } from '../../activities/activities.js';
import type { CardStep } from '../../src/domain/checkout/card.js';
import { FAILURES } from '../../src/domain/failure.js';
import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import type { Settings } from '../../src/domain/settings.js';
import { failureKind, failureReason } from '../shared/gateway/failures.js';
import { refusal } from '../shared/run/commands.js';
import { isContinuing } from '../shared/run/pace.js';
import type { CheckoutLifecycle } from './lifecycle.js';

type Answered = Awaited<ReturnType<Activities['chargeCard' | 'authorizeOtp' | 'authorizeThreeDs']>>;

export interface CardCall {
  readonly call: () => Promise<Answered>;
  /** The step as it was, to go back to when the call surely had no effect. */
  readonly before?: CardStep;
  /** The desk's own page, which posts to an issuer that wants a form. */
  readonly formUrl?: string | undefined;
}

/** What the gateway's answer to a card call makes of the step. */
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
  // crossed replies happen: another payment's answer tells nothing about this card
  if (transactionReference !== checkout.snapshot().card?.transactionReference) {
    return unknown(lifecycle, 'the answer names another transaction');
  }
  const expiresAt = new Date(Date.now() + settings.cardAuthTimeoutMs).toISOString();
  const reason = message ?? `the gateway says ${status}`;
  switch (status) {
    case 'SUCCESS':
      checkout.cardIs({ state: 'CHARGED', reason });
      return afterLook(lifecycle);
    case 'OTP_AUTHORIZATION_REQUIRED':
      if (!otpData) return unknown(lifecycle, 'a code is wanted, but not said for what');
      checkout.cardIs({
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
        return unknown(lifecycle, "the payer must go to the card's issuer, but not said where");
      checkout.cardIs({ state: 'THREE_DS_REQUIRED', reason, redirectUrl, expiresAt });
      return checkout.snapshot();
    }
    case 'FAILED':
      return declined(lifecycle, reason);
    default:
      return unknown(lifecycle, `the gateway says ${status}`);
  }
}

/** The run goes on in a new one, and nothing was sent: the step is as it was, and the caller sends it again. */
function notCharged(lifecycle: CheckoutLifecycle, error: unknown, before?: CardStep): never {
  lifecycle.subject().cardIs(before ?? { state: 'NOT_CHARGED', reason: 'it was not sent' });
  throw error;
}

/** Fails closed: only what the table of failures knows to have moved nothing sets the card free again. */
function concludeFailure(
  lifecycle: CheckoutLifecycle,
  error: unknown,
  before?: CardStep,
): Promise<CheckoutSnapshot> {
  const kind = failureKind(error);
  const reason = failureReason(error);
  if (FAILURES[kind].moneyMayHaveMoved) return unknown(lifecycle, reason);
  lifecycle.subject().cardIs(before ?? { state: 'NOT_CHARGED', reason: reason });
  const word = kind === 'rejected-request' ? 'refused' : 'not-sent';
  return Promise.reject(refusal(word, `nothing was charged, and it may be tried again: ${reason}`));
}

function mistaken(lifecycle: CheckoutLifecycle, before?: CardStep): Promise<CheckoutSnapshot> {
  const attemptsLeft = (before?.attemptsLeft ?? 1) - 1;
  if (attemptsLeft <= 0) return declined(lifecycle, 'the code was wrong too often');
  if (before) lifecycle.subject().cardIs({ ...before, attemptsLeft });
  const tries = attemptsLeft === 1 ? '1 try is left' : `${attemptsLeft} tries are left`;
  return Promise.reject(refusal('otp-incorrect', `the code is wrong; ${tries}`));
}

/** A declined transaction is spent; another card, or another way, takes a further one. */
function declined(lifecycle: CheckoutLifecycle, reason: string): Promise<CheckoutSnapshot> {
  const checkout = lifecycle.subject();
  const { card } = checkout.snapshot();
  checkout.cardIs({ state: 'DECLINED', reason });
  const { transactionReference = '' } = card ?? {};
  checkout.spend(transactionReference);
  lifecycle.notify(checkout.declined(transactionReference, 'card', reason));
  return Promise.resolve(checkout.snapshot());
}

/** The answer was lost. The story looks until the gateway tells; the payer is not asked for anything. */
function unknown(lifecycle: CheckoutLifecycle, reason: string): Promise<CheckoutSnapshot> {
  lifecycle.subject().cardIs({ state: 'UNKNOWN', reason });
  return afterLook(lifecycle);
}

/** SUCCESS is an answer, the record is the proof. */
async function afterLook(lifecycle: CheckoutLifecycle): Promise<CheckoutSnapshot> {
  const ticket = lifecycle.checks.urge();
  try {
    await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket));
  } catch (error) {
    // it was sent: the caller is answered now, because the next run would refuse the same card
    if (!isContinuing(error)) throw error;
  }
  return lifecycle.subject().snapshot();
}
