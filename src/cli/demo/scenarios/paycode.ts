import type { Scenario } from '../scenario.js';
import { expectState, expectWebhook, naira } from '../steps.js';

const DAY_MS = 86_400_000;

export const paycode: Scenario = {
  name: 'paycode',
  title: 'Cash at an agent: the code is revealed once, and never stored',
  roles: ['Merchant', 'Oware', 'Gateway', 'Demo'],
  lifecycle: 'paycodes',
  movesTime: true,
  expects: {
    state: 'CANCELLED',
    collected: [],
    webhooks: ['paycode.issued', 'paycode.cancelled', 'paycode.safe-to-pay-again'],
  },
  async run(context) {
    const { reference, report } = context;
    report('Merchant', `asks for a paycode of ${naira('2000.00')}, reference ${reference}`);
    const { maskedCode } = await context.oware('POST', '/v1/paycodes', {
      reference,
      amount: '2000.00',
      beneficiaryName: 'Ada Obi',
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
    });
    report('Gateway', `reserves the money; Oware knows only the masked code, ${String(maskedCode)}`);
    await expectWebhook(context, 'paycode.issued');
    const { code } = await context.oware('POST', `/v1/paycodes/${reference}/reveal`, {});
    report('Merchant', `reveals the code, ${String(code).length} digits, through the vault`);
    report('Merchant', 'cancels it, because the beneficiary does not come');
    await context.oware('POST', `/v1/paycodes/${reference}/cancel`, {});
    await expectState(context, 'CANCELLED', 'paycode.cancelled');
    report('Demo', 'moves time: an end counts after a second read, five minutes later');
    await context.passTime('6m');
    await expectWebhook(context, 'paycode.safe-to-pay-again');
  },
};
