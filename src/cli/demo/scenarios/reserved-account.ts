import { type Account, ADA, expectWebhook, transfer } from '../steps.js';
import type { Scenario, ScenarioContext } from '../scenario.js';

const CREDITED = 'reserved-account.credited';
const DEALLOCATED = 'reserved-account.deallocated';

export const reservedAccount: Scenario = {
  name: 'reserved-account',
  title: 'A reserved account is credited twice, then deallocated',
  roles: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'reservedAccounts',
  expects: {
    state: 'DEALLOCATED',
    collected: ['2500.00', '2500.00'],
    webhooks: [CREDITED, CREDITED, DEALLOCATED],
  },
  async run(context) {
    const account = await reserve(context);
    await transfer(context, account, '2500.00');
    await expectWebhook(context, CREDITED);
    await transfer(context, account, '2500.00');
    context.report('Oware', 'records a second credit: same amount, different transaction');
    await expectWebhook(context, CREDITED, 2);
    context.report('Merchant', 'deallocates the account');
    const { reason } = await context.oware('DELETE', `/v1/reserved-accounts/${context.reference}`);
    context.report('Oware', `deallocates it at the gateway: DEALLOCATED (${String(reason)})`);
    await expectWebhook(context, DEALLOCATED);
  },
};

async function reserve({ reference, report, oware }: ScenarioContext): Promise<Account> {
  report('Merchant', `reserves an account for Ada, reference ${reference}`);
  const terms = { reference, accountName: ADA.name, customer: ADA, bvn: '22212345678' };
  const { accounts } = await oware('POST', '/v1/reserved-accounts', terms);
  const [account] = accounts as readonly [Account];
  report('Oware', `returns ${account.accountNumber} at ${account.bankName}; the BVN is masked from now on`);
  return account;
}
