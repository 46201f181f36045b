import { CARD_OTP, cardAsTyped, type CardScenario } from '../../sandbox/collections/test-cards.js';
import type { ScenarioContext } from './scenario.js';
import { ADA, naira } from './steps.js';

interface CardStep {
  readonly state: string;
  readonly reason: string;
  readonly redirectUrl: string;
}

export async function chargeCard(context: ScenarioContext, scenario: CardScenario): Promise<CardStep> {
  const card = cardAsTyped(scenario);
  context.report('Payer', `enters a card ending in ${card.number.slice(-4)}`);
  const reply = await context.oware('POST', `/v1/checkouts/${context.reference}/card`, card);
  const step = reply.card as CardStep;
  context.report(
    'Oware',
    `charges the card once and keeps its number out of Temporal: ${step.state} (${step.reason})`,
  );
  return step;
}

/** Pays a checkout with a card whose token can be charged again; returns the reference of the checkout. */
export async function payByReusableCard(context: ScenarioContext, amount: string): Promise<string> {
  const reference = `${context.reference}-first`;
  context.report('Merchant', `creates the checkout ${reference} of ${naira(amount)}`);
  await context.oware('POST', '/v1/checkouts', { reference, amount, customer: ADA });
  context.report('Payer', 'pays with a card');
  await context.oware('POST', `/v1/checkouts/${reference}/card`, cardAsTyped('tokenizable'));
  return reference;
}

export async function submitOtp(context: ScenarioContext): Promise<void> {
  context.report('Payer', 'enters the OTP');
  await context.oware('POST', `/v1/checkouts/${context.reference}/otp`, { otp: CARD_OTP });
}

export async function submitWrongOtp(context: ScenarioContext): Promise<void> {
  context.report('Payer', 'enters a wrong OTP');
  const { detail } = await context.owareRefuses('POST', `/v1/checkouts/${context.reference}/otp`, {
    otp: '000000',
  });
  context.report('Oware', `replies: ${String(detail)}`);
}

export async function confirmAtIssuer(context: ScenarioContext, { redirectUrl }: CardStep): Promise<void> {
  context.report('Payer', `opens the issuer's page and confirms: ${redirectUrl}`);
  await context.submitForm(redirectUrl, { otp: CARD_OTP, answer: 'confirm' });
  context.report('Gateway', "receives the issuer's result and sends a signed event");
}
