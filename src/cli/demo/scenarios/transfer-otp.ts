import type { Scenario } from '../scenario.js';
import { expectState, expectWebhook } from '../steps.js';
import { createTransfer, submitOtp } from '../transfer-steps.js';

export const transferOtp: Scenario = {
  name: 'transfer-otp',
  title: 'A transfer with an OTP',
  roles: ['Merchant', 'Oware', 'Gateway'],
  lifecycle: 'transfers',
  expects: {
    state: 'SUCCESS',
    collected: [],
    paidOut: ['5000.00'],
    webhooks: ['transfer.pending-authorization', 'transfer.success'],
  },
  async run(context) {
    await createTransfer(context, '5000.00');
    await expectWebhook(context, 'transfer.pending-authorization');
    await submitOtp(context);
    await expectState(context, 'SUCCESS', 'transfer.success');
  },
};
