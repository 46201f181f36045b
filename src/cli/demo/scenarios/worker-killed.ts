import { expectState, transfer } from '../steps.js';
import { createVirtualAccount, createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';
import { waitFor } from '../wait-for.js';

interface Delivery {
  readonly body: string;
  readonly attempts: readonly { readonly outcome: string }[];
}

export const workerKilled: Scenario = {
  name: 'worker-killed',
  title: 'The worker is killed, and the payment arrives while none runs',
  roles: ['Merchant', 'Payer', 'Bank', 'Gateway', 'Oware', 'Demo'],
  lifecycle: 'checkouts',
  expects: { state: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async run(context) {
    await createCheckout(context, '2500.00');
    const account = await createVirtualAccount(context);
    const { pid, successor } = await context.killWorker();
    context.report('Demo', `kills the worker, process ${pid}, with SIGKILL`);
    await transfer(context, account, '2500.00');
    const status = await waitFor('reply to the event', async () => {
      const deliveries = (await context.gateway('GET', '/sandbox/deliveries')) as unknown as Delivery[];
      return deliveries.find(({ body }) => body.includes(context.reference))?.attempts[0]?.outcome;
    });
    context.report('Gateway', `receives ${status} for its event: Temporal has stored it`);
    context.report('Oware', `resumes the workflow in a new worker, process ${await successor}`);
    await expectState(context, 'PAID', 'checkout.paid');
  },
};
