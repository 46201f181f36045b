import { expectWebhook } from '../steps.js';
import { createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';

export const expired: Scenario = {
  name: 'expired',
  title: 'A checkout expires unpaid',
  roles: ['Merchant', 'Gateway', 'Oware'],
  lifecycle: 'checkouts',
  movesTime: true,
  expects: { state: 'EXPIRED', collected: [], webhooks: ['checkout.expired'] },
  async run(context) {
    await createCheckout(context, '2500.00');
    await context.passTime('39m');
    await context.waitForState('PENDING');
    context.report('Oware', 'still waits after 39 minutes, in the sandbox and in Temporal');
    await context.passTime('1m');
    context.report('Gateway', 'closes the transaction after 40 minutes');
    const { reason } = await context.waitForState('EXPIRED');
    context.report('Oware', `reads the gateway's record, then sets the state to EXPIRED (${String(reason)})`);
    await expectWebhook(context, 'checkout.expired');
  },
};
