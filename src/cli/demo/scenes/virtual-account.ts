import { prove, transfer } from '../acts.js';
import { askForAccount, askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const virtualAccount: Scene = {
  name: 'virtual-account',
  title: 'Paid by bank transfer',
  cast: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'checkout',
  expects: { end: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    await transfer(stage, await askForAccount(stage), '2500.00');
    await prove(stage, 'PAID', 'checkout.paid');
  },
};
