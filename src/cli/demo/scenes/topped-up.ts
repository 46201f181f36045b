import { prove, transfer } from '../acts.js';
import { askForAccount, askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const toppedUp: Scene = {
  name: 'topped-up',
  title: 'Paid short, then topped up',
  cast: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'checkout',
  expects: {
    end: 'PAID',
    collected: ['1000.00', '1500.00'],
    webhooks: ['checkout.partially-paid', 'checkout.paid'],
  },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    const account = await askForAccount(stage);
    await transfer(stage, account, '1000.00');
    await prove(stage, 'PARTIALLY_PAID', 'checkout.partially-paid');
    await transfer(stage, account, '1500.00');
    await prove(stage, 'PAID', 'checkout.paid');
  },
};
