import { type CardStep, isUnresolved } from '../../src/domain/checkout/card.js';
import { offers } from '../../src/domain/checkout/checkout.js';
import { refusal } from '../shared/run/commands.js';
import { isOptional, isRecord, isText } from '../shared/run/shapes.js';
import type { CardCharge, OtpSubmission } from './messages.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/** Runs before the card is accepted; what it refuses leaves no trace. */
export function refuseCard(lifecycle: CheckoutLifecycle, charge: CardCharge): void {
  const checkout = lifecycle.subject();
  const { terms, state } = checkout.snapshot();
  if (!isPlace(charge) || !isFace(charge.card)) {
    throw refusal('invalid', 'a card is given by its handle, its first six digits and its last four');
  }
  if (!isOptional(charge.deviceInformation, isRecord)) {
    throw refusal('invalid', 'deviceInformation must be an object');
  }
  if (!isOptional(charge.formUrl, (url) => isText(url, 2_048))) {
    throw refusal('invalid', 'formUrl must be a text');
  }
  if (!offers(terms, 'card')) throw refusal('channel-disabled', 'this payment is not to be paid by card');
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  refuseUnresolved(lifecycle);
  const { card: before } = checkout.snapshot();
  // the payer may be typing his code at the issuer's this very moment
  if (before?.state === 'THREE_DS_REQUIRED' && isLive(before)) {
    throw refusal('card-in-progress', `a card is at its issuer until ${before.expiresAt ?? 'it is back'}`);
  }
}

/** No second charge and no new channel while nobody knows what became of the first. */
export function refuseUnresolved(lifecycle: CheckoutLifecycle): void {
  const { card } = lifecycle.subject().snapshot();
  if (card && isUnresolved(card)) {
    throw refusal('card-unresolved', `a card payment is ${card.state}: ${card.reason}`);
  }
}

export function refuseOtp(lifecycle: CheckoutLifecycle, code: OtpSubmission): void {
  const { card, state } = lifecycle.subject().snapshot();
  if (!isPlace(code)) throw refusal('invalid', 'a code is given by its handle');
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  if (card?.state !== 'OTP_REQUIRED') {
    throw refusal('otp-not-expected', card ? `the card is ${card.state}` : 'no card was charged');
  }
  if (!isLive(card)) throw refusal('otp-expired', 'the time for the code is over; give the card again');
}

export function refuseThreeDs(lifecycle: CheckoutLifecycle): void {
  const { card, state } = lifecycle.subject().snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  if (card?.state !== 'THREE_DS_REQUIRED') {
    throw refusal('three-ds-not-expected', card ? `the card is ${card.state}` : 'no card was charged');
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
