import type { Scenario } from '../scenario.js';
import { expectState, expectWebhook } from '../steps.js';
import { createTransfer, submitOtp } from '../transfer-steps.js';

export const transferApproved: Scenario = {
  name: 'transfer-approved',
  title: 'A large transfer: another person must approve it',
  roles: ['Merchant', 'Oware', 'Gateway'],
  lifecycle: 'transfers',
  expects: {
    state: 'SUCCESS',
    collected: [],
    paidOut: ['1500000.00'],
    webhooks: ['transfer.waiting-for-approval', 'transfer.pending-authorization', 'transfer.success'],
  },
  async run(context) {
    const { reference, report } = context;
    const { reason } = await createTransfer(context, '1500000.00');
    report('Oware', `sends nothing yet: ${String(reason)}`);
    await expectWebhook(context, 'transfer.waiting-for-approval');
    const refused = await context.owareRefuses('POST', `/v1/transfers/${reference}/approve`, {});
    report('Oware', `refuses an approval with the merchant's own key: ${String(refused.detail)}`);
    report('Merchant', 'another person approves it, with a key of their own');
    await context.approver('POST', `/v1/transfers/${reference}/approve`, { reason: 'the invoice is right' });
    await expectWebhook(context, 'transfer.pending-authorization');
    await submitOtp(context);
    await expectState(context, 'SUCCESS', 'transfer.success');
  },
};
