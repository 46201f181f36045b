import { createCheckout, createVirtualAccount } from '../checkout-steps.js';
import type { Reply } from '../http.js';
import type { Scenario } from '../scenario.js';
import { expectState, naira, transfer } from '../steps.js';
import { waitFor } from '../wait-for.js';

export const settlement: Scenario = {
  name: 'settlement',
  title: 'A paid checkout is settled the next morning',
  roles: ['Merchant', 'Payer', 'Bank', 'Gateway', 'Oware', 'Demo'],
  lifecycle: 'checkouts',
  movesTime: true,
  expects: { state: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async run(context) {
    const { reference, report, oware } = context;
    await createCheckout(context, '2500.00');
    await transfer(context, await createVirtualAccount(context), '2500.00');
    await expectState(context, 'PAID', 'checkout.paid');
    report('Demo', 'moves time to the next morning');
    await context.passTime('1d');
    report('Gateway', 'pays the collected money out, and sends a signed event with the total');
    const settled = await waitFor(`the settlement of ${reference}`, async () => {
      const { settlements } = await oware('GET', `/v1/checkouts/${reference}?include=settlement`);
      return (settlements as readonly Reply[])[0];
    });
    report('Merchant', `reads where its money went: ${naira(String(settled.amount))} net`);
    const proven = await waitFor(`settlement ${String(settled.reference)}`, async () => {
      const reply = await oware('GET', `/v1/settlements/${String(settled.reference)}?wait=1s`);
      return reply.state === 'COMPLETED' ? reply : undefined;
    });
    report('Oware', `lists the settlement and proves its total: ${String(proven.reason)}`);
  },
};
