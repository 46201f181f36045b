import { type CardStep, isUnresolved } from '../../src/domain/card.js';
import { offers } from '../../src/domain/payment.js';
import { refusal } from '../shared/hear.js';
import type { CardCharge, CodeGiven } from './messages.js';
import type { PaymentStory } from './story.js';

/** Runs before the card is accepted; what it refuses leaves no trace. */
export function refuseCard(story: PaymentStory, { handle, taskQueue, card }: CardCharge): void {
  const payment = story.known();
  const { terms, state } = payment.snapshot();
  const looksRight = [handle, taskQueue].every((text) => typeof text === 'string' && text !== '');
  if (!looksRight || !/^\d{6,8}$/.test(card.bin) || !/^\d{4}$/.test(card.last4)) {
    throw refusal('invalid', 'a card is given by its handle, its first six digits and its last four');
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

export function refuseCode(story: PaymentStory, { handle, taskQueue }: CodeGiven): void {
  const { card, state } = story.known().snapshot();
  if (handle === '' || taskQueue === '') throw refusal('invalid', 'a code is given by its handle');
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
