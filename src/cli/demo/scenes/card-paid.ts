import { prove } from '../acts.js';
import { giveCard } from '../card-acts.js';
import { askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const cardPaid: Scene = {
  name: 'card-paid',
  title: 'Paid by card at once',
  cast: ['Merchant', 'Payer', 'Oware'],
  lifecycle: 'checkout',
  expects: { end: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    await giveCard(stage, 'approved');
    await prove(stage, 'PAID', 'checkout.paid');
  },
};
