import { CARD_OTP, cardAsTyped, type CardScenario } from '../../sandbox/collections/test-cards.js';
import type { Stage } from './scene.js';

interface CardStep {
  readonly state: string;
  readonly reason: string;
  readonly redirectUrl: string;
}

export async function giveCard(stage: Stage, scenario: CardScenario): Promise<CardStep> {
  const card = cardAsTyped(scenario);
  stage.say('Payer', `gives the merchant a card that ends in ${card.number.slice(-4)}`);
  const reply = await stage.oware('POST', `/v1/checkouts/${stage.reference}/card`, card);
  const step = reply.card as CardStep;
  stage.say('Oware', `charges it once, its number never in Temporal: ${step.state} (${step.reason})`);
  return step;
}

export async function giveRightCode(stage: Stage): Promise<void> {
  stage.say('Payer', 'types the code from the phone');
  await stage.oware('POST', `/v1/checkouts/${stage.reference}/otp`, { otp: CARD_OTP });
}

export async function giveWrongCode(stage: Stage): Promise<void> {
  stage.say('Payer', 'mistypes the code');
  const { detail } = await stage.owareRefuses('POST', `/v1/checkouts/${stage.reference}/otp`, {
    otp: '000000',
  });
  stage.say('Oware', `answers: ${String(detail)}`);
}

export async function confirmAtIssuer(stage: Stage, { redirectUrl }: CardStep): Promise<void> {
  stage.say('Payer', `is sent to the issuer and confirms there: ${redirectUrl}`);
  await stage.fillIn(redirectUrl, { otp: CARD_OTP, answer: 'confirm' });
  stage.say('Gateway', 'hears from the issuer and sends its signed event');
}
