import type { Scenario } from '../scenario.js';
import { expectState, expectWebhook } from '../steps.js';
import { createTransfer, submitOtp } from '../transfer-steps.js';

/** The bank rejects transfers to this account two minutes later. */
const REJECTED = { accountNumber: '0199900003', accountName: 'Slow Failure' };

export const transferFailed: Scenario = {
  name: 'transfer-failed',
  title: 'A transfer that the bank rejects: when is it safe to pay again?',
  roles: ['Merchant', 'Oware', 'Gateway', 'Bank', 'Demo'],
  lifecycle: 'transfers',
  movesTime: true,
  expects: {
    state: 'FAILED',
    collected: [],
    webhooks: ['transfer.pending-authorization', 'transfer.failed', 'transfer.safe-to-pay-again'],
  },
  async run(context) {
    await createTransfer(context, '5000.00', REJECTED);
    await submitOtp(context);
    context.report('Demo', 'moves time: the bank rejects the transfer after two minutes');
    await context.passTime('3m');
    await expectState(context, 'FAILED', 'transfer.failed');
    context.report('Demo', 'moves time: a failure counts after a second read, five minutes later');
    await context.passTime('6m');
    await expectWebhook(context, 'transfer.safe-to-pay-again');
  },
};
