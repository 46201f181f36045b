import type { Activities } from '../../activities/activities.js';
import type { CardStep } from '../../src/domain/checkout/card.js';
import { FAILURES } from '../../src/domain/failure.js';
import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import type { Settings } from '../../src/config/settings.js';
import type { Piece, SendAnswer, Step } from '../../src/domain/movement/pieces.js';
import { hasMoney, withPiece } from '../../src/domain/order/order.js';
import { withClaim } from '../../src/domain/order/reading.js';
import { createOrderPlace } from '../shared/collection/order-place.js';
import { failureKind, failureReason, isNotStarted } from '../shared/gateway/failures.js';
import { inScope, withdrawableBy } from '../shared/gateway/money-request.js';
import { refusal } from '../shared/run/commands.js';
import { isContinuing } from '../shared/run/pace.js';
import { refuseBlocked } from './channel.js';
import type { CheckoutLifecycle } from './lifecycle.js';
import { CHECKOUT_RULES } from './rules.js';

type Answered = Awaited<ReturnType<Activities['chargeCard' | 'authorizeOtp' | 'authorizeThreeDs']>>;

export interface CardCall {
  readonly call: () => Promise<Answered>;
  readonly step: Step;
  readonly transactionReference: string;
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
  const withdrawable = withdrawableBy({ cancellable: inScope, setWithdrawal: checkout.setWithdrawal });
  let answer: Answered;
  try {
    answer = await lifecycle.pace.call(() => {
      record(lifecycle, card, { kind: 'sending', step: card.step, askedAt: lifecycle.pace.now() });
      return withdrawable(card.call).finally(() => checkout.setWithdrawal(undefined));
    });
  } catch (error) {
    if (isContinuing(error)) return notCharged(lifecycle, error, card.before);
    return concludeFailure(lifecycle, error, card);
  }
  if (answer.kind === 'wrong-otp') {
    recordAnswer(lifecycle, card, 'refused');
    return mistaken(lifecycle, card.before);
  }
  if (answer.kind === 'already-charged') return lost(lifecycle, card, answer.message);
  if (answer.kind !== 'ok') {
    recordAnswer(lifecycle, card, 'refused');
    return declined(lifecycle, answer.message);
  }
  const { status, message, otpData, secure3dData, transactionReference } = answer.body;
  // crossed replies happen: a reply for another checkout proves nothing about this card
  if (transactionReference !== checkout.snapshot().card?.transactionReference) {
    return lost(lifecycle, card, 'the reply names another transaction');
  }
  const expiresAt = new Date(Date.now() + settings.cardAuthTimeoutMs).toISOString();
  const reason = message ?? `the gateway reports ${status}`;
  switch (status) {
    case 'SUCCESS':
      recordAnswer(lifecycle, card, 'accepted');
      recordClaim(lifecycle, card);
      checkout.updateCard({ state: 'CHARGED', reason });
      return afterCheck(lifecycle);
    case 'OTP_AUTHORIZATION_REQUIRED':
      if (!otpData) return lost(lifecycle, card, 'the gateway requires an OTP but sent no OTP data');
      recordAnswer(lifecycle, card, 'accepted');
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
        return lost(
          lifecycle,
          card,
          "the payer must visit the card's issuer, but the gateway sent no address",
        );
      recordAnswer(lifecycle, card, 'accepted');
      checkout.updateCard({ state: 'THREE_DS_REQUIRED', reason, redirectUrl, expiresAt });
      return checkout.snapshot();
    }
    case 'FAILED':
      recordAnswer(lifecycle, card, 'refused');
      return declined(lifecycle, reason);
    default:
      return lost(lifecycle, card, `the gateway reports ${status}`);
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
  card: CardCall,
): Promise<CheckoutSnapshot> {
  const { before } = card;
  const kind = isNotStarted(error) ? 'not-left' : failureKind(error);
  const reason = failureReason(error);
  if (FAILURES[kind].moneyMayHaveMoved) return lost(lifecycle, card, reason);
  recordAnswer(lifecycle, card, 'not-left');
  lifecycle.subject().updateCard(before ?? { state: 'NOT_CHARGED', reason: reason });
  const why = refusalIfPaid(lifecycle);
  if (why) return Promise.reject(why);
  const word = kind === 'rejected-request' ? 'refused' : 'not-sent';
  return Promise.reject(refusal(word, `nothing was charged; you can try again: ${reason}`));
}

/** What it was withdrawn for says more than that it was: nothing then says try again. */
function refusalIfPaid(lifecycle: CheckoutLifecycle): Error | undefined {
  try {
    refuseBlocked(lifecycle);
    return undefined;
  } catch (error) {
    return error as Error;
  }
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
  checkout.setDeclined('card', reason);
  // no attempt failed where money arrived
  if (!checkout.snapshot().transactions.some(hasMoney)) {
    createOrderPlace(lifecycle, CHECKOUT_RULES).notifyAbout(transactionReference, 'attempt-failed');
  }
  return Promise.resolve(checkout.snapshot());
}

/** One request, and how it was answered: what has no answer blocks every other charge until its record has ended. */
function record(lifecycle: CheckoutLifecycle, { transactionReference }: CardCall, piece: Piece): void {
  const place = createOrderPlace(lifecycle, CHECKOUT_RULES);
  const now = lifecycle.pace.now();
  place.changeTransaction(transactionReference, (each) => withPiece(each, piece, now));
}

function recordAnswer(lifecycle: CheckoutLifecycle, card: CardCall, answer: SendAnswer): void {
  const now = lifecycle.pace.now();
  const { step } = card;
  record(lifecycle, card, { kind: 'send', step, answer, askedAt: now, answeredAt: now });
}

/** The gateway says that the card was charged: no record that says otherwise once releases the payer. */
function recordClaim(lifecycle: CheckoutLifecycle, { transactionReference }: CardCall): void {
  const place = createOrderPlace(lifecycle, CHECKOUT_RULES);
  const { amountKobo } = lifecycle.subject().snapshot().terms;
  const now = lifecycle.pace.now();
  place.changeTransaction(transactionReference, (each) => withClaim(each, amountKobo, now));
}

function lost(lifecycle: CheckoutLifecycle, card: CardCall, reason: string): Promise<CheckoutSnapshot> {
  recordAnswer(lifecycle, card, 'left');
  return unknown(lifecycle, reason);
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
