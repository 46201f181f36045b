import { hear, prove, transfer } from '../acts.js';
import { askForAccount, askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const paidLate: Scene = {
  name: 'paid-late',
  title: 'Cancelled, then paid: held for review',
  cast: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'checkout',
  expects: {
    end: 'PAID',
    review: ['paid-late'],
    collected: ['2500.00'],
    webhooks: ['checkout.cancelled', 'checkout.on-hold'],
  },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    const account = await askForAccount(stage);
    stage.say('Merchant', 'cancels');
    const { stillPayableUntil } = await stage.oware('POST', `/v1/checkouts/${stage.reference}/cancel`);
    stage.say(
      'Oware',
      `does; the gateway knows no cancel, so money can still come until ${String(stillPayableUntil)}`,
    );
    await hear(stage, 'checkout.cancelled');
    await transfer(stage, account, '2500.00');
    await prove(stage, 'PAID', 'checkout.on-hold');
    stage.say('Merchant', 'ships nothing: checkout.paid did not come, and fulfillable is false');
  },
};
