import type { Scenario } from '../scenario.js';
import { expectState, expectWebhook, naira, transfer } from '../steps.js';
import { createCheckout, createVirtualAccount } from '../checkout-steps.js';

export const refund: Scenario = {
  name: 'refund',
  title: 'A paid checkout is refunded in full',
  roles: ['Merchant', 'Payer', 'Bank', 'Gateway', 'Oware', 'Demo'],
  lifecycle: 'checkouts',
  movesTime: true,
  expects: {
    state: 'REFUNDED',
    collected: ['2500.00'],
    paidOut: ['2500.00'],
    webhooks: ['checkout.paid', 'checkout.refunded', 'checkout.unfulfillable'],
  },
  async run(context) {
    const { reference, report, oware, owareRefuses } = context;
    await createCheckout(context, '2500.00');
    await transfer(context, await createVirtualAccount(context), '2500.00');
    await expectState(context, 'PAID', 'checkout.paid');
    const path = `/v1/checkouts/${reference}/refunds`;
    const terms = { amount: '2500.00', refundReason: 'Broken calabash' };
    report('Merchant', `refunds ${naira('2500.00')} to the account that paid, reference ${reference}-back`);
    await oware('POST', path, { ...terms, reference: `${reference}-back` });
    report('Oware', "reads the payment and the gateway's list of refunds, then sends the refund once");
    report('Merchant', 'asks for another refund while the first is under way');
    const { detail } = await owareRefuses('POST', path, { ...terms, reference: `${reference}-again` });
    report('Oware', `refuses it, and sends nothing: ${String(detail)}`);
    report('Demo', 'moves time: the bank pays the refund');
    await context.passTime('1m');
    report('Gateway', 'sends a signed event about the refund');
    await expectWebhook(context, 'checkout.refunded');
    const { reason } = await context.waitForState('REFUNDED');
    report('Oware', `sets the state of the checkout to REFUNDED (${String(reason)})`);
    await expectWebhook(context, 'checkout.unfulfillable');
  },
};
