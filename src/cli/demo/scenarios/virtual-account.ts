import { expectState, transfer } from '../steps.js';
import { createVirtualAccount, createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';

export const virtualAccount: Scenario = {
  name: 'virtual-account',
  title: 'Bank transfer to a virtual account',
  roles: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'checkouts',
  expects: { state: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async run(context) {
    await createCheckout(context, '2500.00');
    await transfer(context, await createVirtualAccount(context), '2500.00');
    await expectState(context, 'PAID', 'checkout.paid');
  },
};
