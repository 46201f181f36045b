import type { PaymentSnapshot } from '../../src/domain/payment.js';
import { atDesk } from '../shared/gateway/desk.js';
import { failureReason } from '../shared/gateway/failures.js';
import { refusal } from '../shared/run/commands.js';
import { conclude } from './card-answers.js';
import { transactionForChannel } from './channel.js';
import type { CardCharge, CodeGiven } from './messages.js';
import type { PaymentStory } from './story.js';

/** One charge of one card. What the gateway answers decides the step; what it does not answer is asked for. */
export async function chargeCard(story: PaymentStory, charge: CardCharge): Promise<PaymentSnapshot> {
  const { card, handle, taskQueue, deviceInformation } = charge;
  const payment = story.known();
  const given = payment.snapshot().card;
  // set before the first await: a second card that arrives now is refused
  payment.beginCard({
    state: 'CHARGING',
    because: 'the card is being charged',
    card,
    at: { handle, taskQueue },
  });
  // a code that was asked for and never given leaves its transaction to nobody
  if (given?.transactionReference !== undefined && given.state !== 'NOT_CHARGED') {
    payment.spend(given.transactionReference);
  }
  const settings = await story.settings();
  const transactionReference = await openForCard(story);
  payment.cardIs({ transactionReference });
  payment.handOut();
  const call = () =>
    atDesk(taskQueue, settings).chargeCard.executeWithOptions(
      { summary: `Charge the card ending in ${card.last4}` },
      [
        { transactionReference, handle, ...(deviceInformation && { deviceInformation }) },
        { notAfter: payment.closesAt() },
      ],
    );
  return conclude(story, settings, { call, formUrl: charge.formUrl });
}

/** A transaction for the card, or the card is not charged at all. */
async function openForCard(story: PaymentStory): Promise<string> {
  const payment = story.known();
  try {
    return (await transactionForChannel(story)).transactionReference;
  } catch (error) {
    payment.cardIs({ state: 'NOT_CHARGED', because: failureReason(error) });
    throw error;
  }
}

/** The payer's code. A wrong one costs a try of our own limit, one that never left costs none. */
export async function giveCode(
  story: PaymentStory,
  { handle, taskQueue }: CodeGiven,
): Promise<PaymentSnapshot> {
  const payment = story.known();
  const step = payment.snapshot().card;
  if (!step?.transactionReference || !step.otpId) throw refusal('no-code-wanted', 'no card was charged');
  const { transactionReference, otpId: tokenId } = step;
  payment.cardIs({ state: 'CHARGING', because: 'the code is being checked' });
  const settings = await story.settings();
  const call = () =>
    atDesk(taskQueue, settings).authorizeOtp.executeWithOptions({ summary: 'Give the code to the bank' }, [
      { transactionReference, tokenId, handle },
      { notAfter: payment.closesAt() },
    ]);
  return conclude(story, settings, { call, before: step });
}

/** Where the gateway wants the card once more after the payer was at the issuer's. */
export async function authorizeSecure3d(story: PaymentStory): Promise<PaymentSnapshot> {
  const payment = story.known();
  const step = payment.snapshot().card;
  if (!step?.transactionReference) throw refusal('no-visit-wanted', 'no card was charged');
  const { transactionReference, at } = step;
  payment.cardIs({ state: 'CHARGING', because: 'the issuer has answered; the card is being authorised' });
  const settings = await story.settings();
  const call = () =>
    atDesk(at.taskQueue, settings).authorizeSecure3d.executeWithOptions(
      { summary: 'Authorise after 3-D Secure' },
      [{ transactionReference, handle: at.handle }, { notAfter: payment.closesAt() }],
    );
  return conclude(story, settings, { call, before: step });
}
