import { type Account, ADA, hear, transfer } from '../acts.js';
import type { Scene, Stage } from '../scene.js';

const CREDITED = 'reserved-account.credited';
const GIVEN_BACK = 'reserved-account.deallocated';

export const reservedAccount: Scene = {
  name: 'reserved-account',
  title: "A customer's own account is credited twice, and given back",
  cast: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'reserved-account',
  expects: {
    end: 'DEALLOCATED',
    collected: ['2500.00', '2500.00'],
    webhooks: [CREDITED, CREDITED, GIVEN_BACK],
  },
  async play(stage) {
    const account = await reserve(stage);
    await transfer(stage, account, '2500.00');
    await hear(stage, CREDITED);
    await transfer(stage, account, '2500.00');
    stage.say('Oware', 'sees another transaction: the same amount once more is no repeat');
    await hear(stage, CREDITED, 2);
    stage.say('Merchant', 'gives the account back');
    const { reason } = await stage.oware('DELETE', `/v1/reserved-accounts/${stage.reference}`);
    stage.say('Oware', `asks the gateway to take it: DEALLOCATED (${String(reason)})`);
    await hear(stage, GIVEN_BACK);
  },
};

async function reserve({ reference, say, oware }: Stage): Promise<Account> {
  say('Merchant', `wants an account that is Ada's for good, as ${reference}`);
  const terms = { reference, accountName: ADA.name, customer: ADA, bvn: '22212345678' };
  const { accounts } = await oware('POST', '/v1/reserved-accounts', terms);
  const [account] = accounts as readonly [Account];
  say('Oware', `reserves it, and shows nobody her BVN: ${account.accountNumber} at ${account.bankName}`);
  return account;
}
