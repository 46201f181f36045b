import { expectWebhook, expectState, transfer } from '../steps.js';
import { createVirtualAccount, createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';

export const paidLate: Scenario = {
  name: 'paid-late',
  title: 'A late payment on a cancelled checkout is held for review',
  roles: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'checkouts',
  expects: {
    state: 'PAID',
    review: ['paid-late'],
    collected: ['2500.00'],
    webhooks: ['checkout.cancelled', 'checkout.on-hold'],
  },
  async run(context) {
    await createCheckout(context, '2500.00');
    const account = await createVirtualAccount(context);
    context.report('Merchant', 'cancels the checkout');
    const { stillPayableUntil } = await context.oware('POST', `/v1/checkouts/${context.reference}/cancel`);
    context.report(
      'Oware',
      `cancels it; the gateway cannot, so the payer can still pay until ${String(stillPayableUntil)}`,
    );
    await expectWebhook(context, 'checkout.cancelled');
    await transfer(context, account, '2500.00');
    await expectState(context, 'PAID', 'checkout.on-hold');
    context.report('Merchant', 'does not ship: no checkout.paid, and fulfillable is false');
  },
};
