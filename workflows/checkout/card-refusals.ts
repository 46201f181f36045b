import { type CardStep, isUnresolved } from '../../src/domain/checkout/card.js';
import { offers } from '../../src/domain/checkout/checkout.js';
import { refusal } from '../shared/run/commands.js';
import { isOptional, isRecord, isText } from '../shared/run/shapes.js';
import type { CardCharge, OtpSubmission } from './messages.js';
import { refuseAfterLostCharge, refuseBlocked } from './channel.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/** Runs before the charge is accepted; a refused one leaves no trace in history. */
export function refuseCard(lifecycle: CheckoutLifecycle, charge: CardCharge): void {
  const checkout = lifecycle.subject();
  const { terms, state } = checkout.snapshot();
  if (!isHandle(charge) || !isFace(charge.card)) {
    throw refusal('invalid', 'card: expected a handle, the first six and the last four digits');
  }
  if (!isOptional(charge.deviceInformation, isRecord)) {
    throw refusal('invalid', 'deviceInformation: expected an object');
  }
  if (!isOptional(charge.formUrl, (url) => isText(url, 2_048))) {
    throw refusal('invalid', 'formUrl: expected a text');
  }
  if (!offers(terms, 'card'))
    throw refusal('channel-disabled', 'card payments are not allowed on this checkout');
  if (state !== 'PENDING') throw refusal('not-open', `the checkout is ${state}`);
  refuseUnresolved(lifecycle);
  refuseAfterLostCharge(lifecycle);
  const { card: before } = checkout.snapshot();
  // the payer may be entering their OTP at the issuer right now
  if (before?.state === 'THREE_DS_REQUIRED' && isLive(before)) {
    throw refusal(
      'card-in-progress',
      `a card is being verified by its issuer until ${before.expiresAt ?? 'the payer returns'}`,
    );
  }
}

/** No second charge and no new channel while the outcome of the first charge is unknown. */
export function refuseUnresolved(lifecycle: CheckoutLifecycle): void {
  const { card } = lifecycle.subject().snapshot();
  if (card && isUnresolved(card)) {
    throw refusal('card-unresolved', `a card charge is ${card.state}: ${card.reason}`);
  }
}

export function refuseOtp(lifecycle: CheckoutLifecycle, code: OtpSubmission): void {
  const { card, state } = lifecycle.subject().snapshot();
  if (!isHandle(code)) throw refusal('invalid', 'otp: expected a handle');
  if (state !== 'PENDING') throw refusal('not-open', `the checkout is ${state}`);
  if (card?.state !== 'OTP_REQUIRED') {
    throw refusal('otp-not-expected', card ? `the card is ${card.state}` : 'no card was charged');
  }
  // an event about money is looked into before the OTP is used
  refuseAfterLostCharge(lifecycle);
  if (isLive(card)) return;
  // nothing says charge again while money may have moved
  refuseBlocked(lifecycle);
  throw refusal('otp-expired', 'the OTP has expired; charge the card again');
}

export function refuseThreeDs(lifecycle: CheckoutLifecycle): void {
  const { card, state } = lifecycle.subject().snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the checkout is ${state}`);
  if (card?.state !== 'THREE_DS_REQUIRED') {
    throw refusal('three-ds-not-expected', card ? `the card is ${card.state}` : 'no card was charged');
  }
  refuseAfterLostCharge(lifecycle);
}

function isLive({ expiresAt }: CardStep): boolean {
  return expiresAt === undefined || Date.now() < Date.parse(expiresAt);
}

/**
 * Clients of Temporal are not bound by our types. A reserved task queue name would fail the workflow task.
 */
function isHandle(given: unknown): given is CardCharge {
  return (
    isRecord(given) && isText(given.handle) && isText(given.taskQueue) && !given.taskQueue.startsWith('/')
  );
}

function isFace(card: unknown): boolean {
  if (!isRecord(card)) return false;
  const { bin, last4 } = card;
  return isText(bin) && /^\d{6,8}$/.test(bin) && isText(last4) && /^\d{4}$/.test(last4);
}
