import { prove } from '../acts.js';
import { giveCard, giveRightCode, giveWrongCode } from '../card-acts.js';
import { askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const cardOtp: Scene = {
  name: 'card-otp',
  title: 'Paid by card with a code: a wrong one, then the right one',
  cast: ['Merchant', 'Payer', 'Oware'],
  lifecycle: 'checkout',
  expects: { end: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    await giveCard(stage, 'otp');
    await giveWrongCode(stage);
    await giveRightCode(stage);
    await prove(stage, 'PAID', 'checkout.paid');
  },
};
