import { prove } from '../acts.js';
import { giveCard } from '../card-acts.js';
import { askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const cardDeclined: Scene = {
  name: 'card-declined',
  title: 'A card is declined, another one pays',
  cast: ['Merchant', 'Payer', 'Oware'],
  story: 'payment',
  expects: { end: 'PAID', collected: ['2500.00'], notices: ['payment.paid'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    await giveCard(stage, 'insufficient-funds');
    stage.say(
      'Oware',
      'keeps the payment open: that transaction is spent, the next card takes a further one',
    );
    await giveCard(stage, 'approved');
    await prove(stage, 'PAID', 'payment.paid');
  },
};
