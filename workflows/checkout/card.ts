import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import { inVault } from '../shared/gateway/vault.js';
import { failureReason } from '../shared/gateway/failures.js';
import { refusal } from '../shared/run/commands.js';
import { conclude } from './card-answers.js';
import { transactionForChannel } from './channel.js';
import type { CardCharge, OtpSubmission } from './messages.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/** One charge of one card. What the gateway answers decides the step; what it does not answer is asked for. */
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
    reason: 'the card is being charged',
    card,
    at: { handle, taskQueue },
  });
  // a code that was asked for and never given leaves its transaction to nobody
  if (given?.transactionReference !== undefined && given.state !== 'NOT_CHARGED') {
    checkout.spend(given.transactionReference);
  }
  const settings = await lifecycle.settings();
  const transactionReference = await openForCard(lifecycle);
  checkout.cardIs({ transactionReference });
  checkout.handOut();
  const call = () =>
    inVault(taskQueue, settings).chargeCard.executeWithOptions(
      { summary: `Charge the card ending in ${card.last4}` },
      [
        { transactionReference, handle, ...(deviceInformation && { deviceInformation }) },
        { notAfter: checkout.closesAt() },
      ],
    );
  return conclude(lifecycle, settings, { call, formUrl: charge.formUrl });
}

/** A transaction for the card, or the card is not charged at all. */
async function openForCard(lifecycle: CheckoutLifecycle): Promise<string> {
  const checkout = lifecycle.subject();
  try {
    return (await transactionForChannel(lifecycle)).transactionReference;
  } catch (error) {
    checkout.cardIs({ state: 'NOT_CHARGED', reason: failureReason(error) });
    throw error;
  }
}

/** The payer's code. A wrong one costs a try of our own limit, one that never left costs none. */
export async function submitOtp(
  lifecycle: CheckoutLifecycle,
  { handle, taskQueue }: OtpSubmission,
): Promise<CheckoutSnapshot> {
  const checkout = lifecycle.subject();
  const step = checkout.snapshot().card;
  if (!step?.transactionReference || !step.otpId) throw refusal('otp-not-expected', 'no card was charged');
  const { transactionReference, otpId: tokenId } = step;
  checkout.cardIs({ state: 'CHARGING', reason: 'the code is being checked' });
  const settings = await lifecycle.settings();
  const call = () =>
    inVault(taskQueue, settings).authorizeOtp.executeWithOptions({ summary: 'Give the code to the bank' }, [
      { transactionReference, tokenId, handle },
      { notAfter: checkout.closesAt() },
    ]);
  return conclude(lifecycle, settings, { call, before: step });
}

/** Where the gateway wants the card once more after the payer was at the issuer's. */
export async function authorizeThreeDs(lifecycle: CheckoutLifecycle): Promise<CheckoutSnapshot> {
  const checkout = lifecycle.subject();
  const step = checkout.snapshot().card;
  if (!step?.transactionReference) throw refusal('three-ds-not-expected', 'no card was charged');
  const { transactionReference, at } = step;
  checkout.cardIs({ state: 'CHARGING', reason: 'the issuer has answered; the card is being authorised' });
  const settings = await lifecycle.settings();
  const call = () =>
    inVault(at.taskQueue, settings).authorizeThreeDs.executeWithOptions(
      { summary: 'Authorise after 3-D Secure' },
      [{ transactionReference, handle: at.handle }, { notAfter: checkout.closesAt() }],
    );
  return conclude(lifecycle, settings, { call, before: step });
}
