import { expectWebhook, expectState } from '../steps.js';
import { chargeCard } from '../card-steps.js';
import { createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';

export const cardDeclined: Scenario = {
  name: 'card-declined',
  title: 'A declined card, then payment by another card',
  roles: ['Merchant', 'Payer', 'Oware'],
  lifecycle: 'checkouts',
  expects: { state: 'PAID', collected: ['2500.00'], webhooks: ['checkout.attempt-failed', 'checkout.paid'] },
  async run(context) {
    await createCheckout(context, '2500.00');
    await chargeCard(context, 'insufficient-funds');
    await expectWebhook(context, 'checkout.attempt-failed');
    context.report('Oware', 'keeps the checkout open; the next card uses a new transaction');
    await chargeCard(context, 'approved');
    await expectState(context, 'PAID', 'checkout.paid');
  },
};
