import type { CardStep } from '../../src/domain/checkout/card.js';
import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import { inVault } from '../shared/gateway/vault.js';
import { failureReason } from '../shared/gateway/failures.js';
import { refusal } from '../shared/run/commands.js';
import { conclude } from './card-answers.js';
import { refuseBlocked, refuseIfPaid, transactionForChannel } from './channel.js';
import type { CardCharge, OtpSubmission } from './messages.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/** Charges one card once. The gateway's reply decides the next step; a lost reply leads to checks. */
export async function chargeCard(
  lifecycle: CheckoutLifecycle,
  charge: CardCharge,
): Promise<CheckoutSnapshot> {
  const { card, handle, taskQueue, deviceInformation } = charge;
  const checkout = lifecycle.subject();
  const given = checkout.snapshot().card;
  // set before the first await: a second card that arrives now is refused
  checkout.beginCard({
    state: 'CHARGING',
    reason: 'charging the card',
    card,
    at: { handle, taskQueue },
  });
  // the transaction of an unused OTP is abandoned
  if (given?.transactionReference !== undefined && given.state !== 'NOT_CHARGED') {
    checkout.markSpent(given.transactionReference);
  }
  const settings = await lifecycle.settings();
  const transactionReference = await openForCard(lifecycle);
  checkout.updateCard({ transactionReference });
  refuseCharge(lifecycle);
  checkout.markHandedOut();
  const call = () =>
    inVault(taskQueue, settings).chargeCard.executeWithOptions(
      { summary: `Charge the card ending in ${card.last4}` },
      [
        { transactionReference, handle, ...(deviceInformation && { deviceInformation }) },
        { notAfter: checkout.closesAt() },
      ],
    );
  const step = 'request';
  return conclude(lifecycle, settings, { call, step, transactionReference, formUrl: charge.formUrl });
}

/** Asked again just before the request: an event may have arrived meanwhile. */
function refuseCharge(lifecycle: CheckoutLifecycle): void {
  try {
    refuseBlocked(lifecycle);
  } catch (error) {
    lifecycle.subject().updateCard({ state: 'NOT_CHARGED', reason: failureReason(error) });
    throw error;
  }
}

/** Returns a transaction for the card; without one the card is not charged. */
async function openForCard(lifecycle: CheckoutLifecycle): Promise<string> {
  const checkout = lifecycle.subject();
  try {
    return (await transactionForChannel(lifecycle)).transactionReference;
  } catch (error) {
    checkout.updateCard({ state: 'NOT_CHARGED', reason: failureReason(error) });
    throw error;
  }
}

/**
 * Submits the payer's OTP. An incorrect one uses up one of our own limited attempts; one that was not sent
 * does not.
 */
export async function submitOtp(
  lifecycle: CheckoutLifecycle,
  { handle, taskQueue }: OtpSubmission,
): Promise<CheckoutSnapshot> {
  const checkout = lifecycle.subject();
  const step = checkout.snapshot().card;
  if (!step?.transactionReference || !step.otpId) throw refusal('otp-not-expected', 'no card was charged');
  const { transactionReference, otpId: tokenId } = step;
  checkout.updateCard({ state: 'CHARGING', reason: 'verifying the OTP' });
  const settings = await lifecycle.settings();
  await hearBefore(lifecycle, step);
  const call = () =>
    inVault(taskQueue, settings).authorizeOtp.executeWithOptions({ summary: 'Submit the OTP' }, [
      { transactionReference, tokenId, handle },
      { notAfter: checkout.closesAt() },
    ]);
  return conclude(lifecycle, settings, { call, step: 'authorise', transactionReference, before: step });
}

/** What is not sent leaves the card where it was, unless its record has shown how it ended. */
async function hearBefore(lifecycle: CheckoutLifecycle, step: CardStep): Promise<void> {
  try {
    await refuseIfPaid(lifecycle);
  } catch (error) {
    const checkout = lifecycle.subject();
    if (checkout.snapshot().card?.state === 'CHARGING') checkout.updateCard(step);
    throw error;
  }
}

/** For gateways that require the card again after the payer visited the issuer. */
export async function authorizeThreeDs(lifecycle: CheckoutLifecycle): Promise<CheckoutSnapshot> {
  const checkout = lifecycle.subject();
  const step = checkout.snapshot().card;
  if (!step?.transactionReference) throw refusal('three-ds-not-expected', 'no card was charged');
  const { transactionReference, at } = step;
  checkout.updateCard({ state: 'CHARGING', reason: 'the issuer verified the payer; authorizing the card' });
  const settings = await lifecycle.settings();
  await hearBefore(lifecycle, step);
  const call = () =>
    inVault(at.taskQueue, settings).authorizeThreeDs.executeWithOptions(
      { summary: 'Authorize after 3-D Secure' },
      [{ transactionReference, handle: at.handle }, { notAfter: checkout.closesAt() }],
    );
  return conclude(lifecycle, settings, { call, step: 'authorise', transactionReference, before: step });
}
