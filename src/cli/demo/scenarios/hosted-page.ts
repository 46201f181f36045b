import { expectState } from '../steps.js';
import { cardAsTyped } from '../../../sandbox/collections/test-cards.js';
import { createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';

export const hostedPage: Scenario = {
  name: 'hosted-page',
  title: "Card payment on the gateway's checkout page",
  roles: ['Merchant', 'Payer', 'Gateway', 'Oware'],
  lifecycle: 'checkouts',
  expects: { state: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async run(context) {
    const { checkoutUrl } = await createCheckout(context, '2500.00');
    context.report('Payer', 'opens the checkout page and pays by card');
    await context.submitForm(`${checkoutUrl}/card`, cardAsTyped('approved'));
    context.report('Gateway', 'charges the card and sends a signed event');
    await expectState(context, 'PAID', 'checkout.paid');
  },
};
