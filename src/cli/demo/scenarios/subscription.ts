import { dayOf } from '../../../domain/calendar.js';
import { payByReusableCard } from '../card-steps.js';
import type { Scenario } from '../scenario.js';
import { expectWebhook, naira } from '../steps.js';

export const subscription: Scenario = {
  name: 'subscription',
  title: 'A subscription charges a card twice, then the merchant cancels it',
  roles: ['Merchant', 'Payer', 'Oware', 'Demo'],
  lifecycle: 'subscriptions',
  movesTime: true,
  expects: {
    state: 'CANCELLED',
    collected: ['2500.00', '1500.00', '1500.00'],
    webhooks: [
      'subscription.active',
      'subscription.charged',
      'subscription.charged',
      'subscription.cancelled',
    ],
  },
  async run(context) {
    const { reference, report, oware } = context;
    const checkout = await payByReusableCard(context, '2500.00');
    report('Merchant', `charges that card ${naira('1500.00')} every week, from today on`);
    const { epoch } = await oware('POST', '/v1/subscriptions', {
      reference,
      amount: '1500.00',
      checkout,
      plan: { every: { unit: 'WEEK', count: 1 }, firstDay: dayOf(Date.now()), at: '00:00' },
    });
    report('Oware', `keeps one workflow for all periods, since ${String(epoch)}`);
    await expectWebhook(context, 'subscription.charged');
    report('Demo', 'moves time: the second week is due');
    await context.passTime('7d');
    await expectWebhook(context, 'subscription.charged', 2);
    report('Merchant', 'cancels the subscription');
    await oware('POST', `/v1/subscriptions/${reference}/cancel`, {});
    await expectWebhook(context, 'subscription.cancelled');
  },
};
