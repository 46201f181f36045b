import { hear, prove } from '../acts.js';
import { giveCard } from '../card-acts.js';
import { askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const cardDeclined: Scene = {
  name: 'card-declined',
  title: 'A card is declined, another one pays',
  cast: ['Merchant', 'Payer', 'Oware'],
  lifecycle: 'checkout',
  expects: { end: 'PAID', collected: ['2500.00'], webhooks: ['checkout.attempt-failed', 'checkout.paid'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    await giveCard(stage, 'insufficient-funds');
    await hear(stage, 'checkout.attempt-failed');
    stage.say('Oware', 'keeps the checkout open: the next card takes a further transaction');
    await giveCard(stage, 'approved');
    await prove(stage, 'PAID', 'checkout.paid');
  },
};
