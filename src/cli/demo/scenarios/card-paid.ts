import { expectState } from '../steps.js';
import { chargeCard } from '../card-steps.js';
import { createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';

export const cardPaid: Scenario = {
  name: 'card-paid',
  title: 'Card payment without authentication',
  roles: ['Merchant', 'Payer', 'Oware'],
  lifecycle: 'checkouts',
  expects: { state: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async run(context) {
    await createCheckout(context, '2500.00');
    await chargeCard(context, 'approved');
    await expectState(context, 'PAID', 'checkout.paid');
  },
};
