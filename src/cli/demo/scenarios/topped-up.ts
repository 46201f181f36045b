import { expectState, transfer } from '../steps.js';
import { createVirtualAccount, createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';

export const toppedUp: Scenario = {
  name: 'topped-up',
  title: 'A partial payment, then the rest',
  roles: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'checkouts',
  expects: {
    state: 'PAID',
    collected: ['1000.00', '1500.00'],
    webhooks: ['checkout.partially-paid', 'checkout.paid'],
  },
  async run(context) {
    await createCheckout(context, '2500.00');
    const account = await createVirtualAccount(context);
    await transfer(context, account, '1000.00');
    await expectState(context, 'PARTIALLY_PAID', 'checkout.partially-paid');
    await transfer(context, account, '1500.00');
    await expectState(context, 'PAID', 'checkout.paid');
  },
};
