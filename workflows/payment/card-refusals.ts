import { type CardStep, isUnresolved } from '../../src/domain/card.js';
import { offers } from '../../src/domain/payment.js';
import { refusal } from '../shared/run/commands.js';
import { isOptional, isRecord, isText } from '../shared/run/shapes.js';
import type { CardCharge, CodeGiven } from './messages.js';
import type { PaymentStory } from './story.js';

/** Runs before the card is accepted; what it refuses leaves no trace. */
export function refuseCard(story: PaymentStory, charge: CardCharge): void {
  const payment = story.known();
  const { terms, state } = payment.snapshot();
  if (!isPlace(charge) || !isFace(charge.card)) {
    throw refusal('invalid', 'a card is given by its handle, its first six digits and its last four');
  }
  if (!isOptional(charge.deviceInformation, isRecord)) {
    throw refusal('invalid', 'deviceInformation must be an object');
  }
  if (!isOptional(charge.formUrl, (url) => isText(url, 2_048))) {
    throw refusal('invalid', 'formUrl must be a text');
  }
  if (!offers(terms, 'card')) throw refusal('channel-off', 'this payment is not to be paid by card');
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  refuseUnresolved(story);
  const { card: before } = payment.snapshot();
  // the payer may be typing his code at the issuer's this very moment
  if (before?.state === 'SECURE_3D_REQUIRED' && isLive(before)) {
    throw refusal('card-in-progress', `a card is at its issuer until ${before.expiresAt ?? 'it is back'}`);
  }
}

/** No second charge and no new channel while nobody knows what became of the first. */
export function refuseUnresolved(story: PaymentStory): void {
  const { card } = story.known().snapshot();
  if (card && isUnresolved(card)) {
    throw refusal('card-unresolved', `a card payment is ${card.state}: ${card.because}`);
  }
}

export function refuseCode(story: PaymentStory, code: CodeGiven): void {
  const { card, state } = story.known().snapshot();
  if (!isPlace(code)) throw refusal('invalid', 'a code is given by its handle');
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  if (card?.state !== 'OTP_REQUIRED') {
    throw refusal('no-code-wanted', card ? `the card is ${card.state}` : 'no card was charged');
  }
  if (!isLive(card)) throw refusal('code-expired', 'the time for the code is over; give the card again');
}

export function refuseSecure3d(story: PaymentStory): void {
  const { card, state } = story.known().snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  if (card?.state !== 'SECURE_3D_REQUIRED') {
    throw refusal('no-visit-wanted', card ? `the card is ${card.state}` : 'no card was charged');
  }
}

function isLive({ expiresAt }: CardStep): boolean {
  return expiresAt === undefined || Date.now() < Date.parse(expiresAt);
}

/** Whoever sends an update is not bound by our types. A name that Temporal keeps for itself would fail the task. */
function isPlace(given: unknown): given is CardCharge {
  return (
    isRecord(given) && isText(given.handle) && isText(given.taskQueue) && !given.taskQueue.startsWith('/')
  );
}

function isFace(card: unknown): boolean {
  if (!isRecord(card)) return false;
  const { bin, last4 } = card;
  return isText(bin) && /^\d{6,8}$/.test(bin) && isText(last4) && /^\d{4}$/.test(last4);
}
