import type { Activities } from '../../activities/activities.js';
import type { CardStep } from '../../src/domain/card.js';
import { FAILURES } from '../../src/domain/failure.js';
import type { PaymentSnapshot } from '../../src/domain/payment.js';
import type { Settings } from '../../src/domain/settings.js';
import { failureKind, failureReason } from '../shared/gateway/failures.js';
import { refusal } from '../shared/run/commands.js';
import { isContinuing } from '../shared/run/pace.js';
import type { PaymentStory } from './story.js';

type Answered = Awaited<ReturnType<Activities['chargeCard' | 'authorizeOtp' | 'authorizeSecure3d']>>;

export interface CardCall {
  readonly call: () => Promise<Answered>;
  /** The step as it was, to go back to when the call surely had no effect. */
  readonly before?: CardStep;
  /** The desk's own page, which posts to an issuer that wants a form. */
  readonly formUrl?: string | undefined;
}

/** What the gateway's answer to a card call makes of the step. */
export async function conclude(
  story: PaymentStory,
  settings: Settings,
  card: CardCall,
): Promise<PaymentSnapshot> {
  const payment = story.known();
  let answer: Answered;
  try {
    answer = await story.pace.call(card.call);
  } catch (error) {
    if (isContinuing(error)) return notCharged(story, error, card.before);
    return concludeFailure(story, error, card.before);
  }
  if (answer.kind === 'wrong-otp') return mistaken(story, card.before);
  if (answer.kind === 'already-charged') return unknown(story, answer.message);
  if (answer.kind !== 'ok') return declined(story, answer.message);
  const { status, message, otpData, secure3dData, transactionReference } = answer.body;
  // crossed replies happen: another payment's answer tells nothing about this card
  if (transactionReference !== payment.snapshot().card?.transactionReference) {
    return unknown(story, 'the answer names another transaction');
  }
  const expiresAt = new Date(Date.now() + settings.cardStepMs).toISOString();
  const because = message ?? `the gateway says ${status}`;
  switch (status) {
    case 'SUCCESS':
      payment.cardIs({ state: 'CHARGED', because });
      return afterLook(story);
    case 'OTP_AUTHORIZATION_REQUIRED':
      if (!otpData) return unknown(story, 'a code is wanted, but not said for what');
      payment.cardIs({
        state: 'OTP_REQUIRED',
        because: otpData.message ?? because,
        otpId: otpData.id,
        triesLeft: card.before?.triesLeft ?? settings.otpTries,
        expiresAt,
      });
      return payment.snapshot();
    case 'BANK_AUTHORIZATION_REQUIRED': {
      const isForm = secure3dData?.method?.toUpperCase() === 'POST';
      const redirectUrl = (isForm ? card.formUrl : secure3dData?.redirectUrl) ?? card.before?.redirectUrl;
      if (redirectUrl == null)
        return unknown(story, "the payer must go to the card's issuer, but not said where");
      payment.cardIs({ state: 'SECURE_3D_REQUIRED', because, redirectUrl, expiresAt });
      return payment.snapshot();
    }
    case 'FAILED':
      return declined(story, because);
    default:
      return unknown(story, `the gateway says ${status}`);
  }
}

/** The run goes on in a new one, and nothing was sent: the step is as it was, and the caller sends it again. */
function notCharged(story: PaymentStory, error: unknown, before?: CardStep): never {
  story.known().cardIs(before ?? { state: 'NOT_CHARGED', because: 'it was not sent' });
  throw error;
}

/** Fails closed: only what the table of failures knows to have moved nothing sets the card free again. */
function concludeFailure(story: PaymentStory, error: unknown, before?: CardStep): Promise<PaymentSnapshot> {
  const kind = failureKind(error);
  const reason = failureReason(error);
  if (FAILURES[kind].moneyMayHaveMoved) return unknown(story, reason);
  story.known().cardIs(before ?? { state: 'NOT_CHARGED', because: reason });
  const word = kind === 'rejected-request' ? 'refused' : 'not-sent';
  return Promise.reject(refusal(word, `nothing was charged, and it may be tried again: ${reason}`));
}

function mistaken(story: PaymentStory, before?: CardStep): Promise<PaymentSnapshot> {
  const triesLeft = (before?.triesLeft ?? 1) - 1;
  if (triesLeft <= 0) return declined(story, 'the code was wrong too often');
  if (before) story.known().cardIs({ ...before, triesLeft });
  const tries = triesLeft === 1 ? '1 try is left' : `${triesLeft} tries are left`;
  return Promise.reject(refusal('wrong-code', `the code is wrong; ${tries}`));
}

/** A declined transaction is spent; another card, or another way, takes a further one. */
function declined(story: PaymentStory, because: string): Promise<PaymentSnapshot> {
  const payment = story.known();
  const { card } = payment.snapshot();
  payment.cardIs({ state: 'DECLINED', because });
  const { transactionReference = '' } = card ?? {};
  payment.spend(transactionReference);
  story.tell(payment.declined(transactionReference, 'card', because));
  return Promise.resolve(payment.snapshot());
}

/** The answer was lost. The story looks until the gateway tells; the payer is not asked for anything. */
function unknown(story: PaymentStory, because: string): Promise<PaymentSnapshot> {
  story.known().cardIs({ state: 'UNKNOWN', because });
  return afterLook(story);
}

/** SUCCESS is an answer, the record is the proof. */
async function afterLook(story: PaymentStory): Promise<PaymentSnapshot> {
  const ticket = story.checks.urge();
  try {
    await story.pace.until(() => story.checks.isDone(ticket));
  } catch (error) {
    // it was sent: the caller is answered now, because the next run would refuse the same card
    if (!isContinuing(error)) throw error;
  }
  return story.known().snapshot();
}
