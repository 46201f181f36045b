import { holderOf } from '../../../sandbox/people/people.js';
import type { Scenario, ScenarioContext } from '../scenario.js';
import { expectState, naira } from '../steps.js';

const COMPLETED = 'batch.completed';
const OTP_WANTED = 'batch.pending-authorization';

export const batch: Scenario = {
  name: 'batch',
  title: 'Salaries for three people, in one batch with an OTP',
  roles: ['Merchant', 'Gateway', 'Oware'],
  lifecycle: 'batches',
  expects: {
    state: 'COMPLETED',
    collected: [],
    paidOut: ['5000.00', '5000.00', '5000.00'],
    webhooks: [OTP_WANTED, COMPLETED],
  },
  async run(context) {
    const { reference, report, oware } = context;
    report('Merchant', `uploads salaries for three people, ${naira('15000.00')}, reference ${reference}`);
    await oware('POST', '/v1/batches', {
      reference,
      title: 'Salaries',
      narration: 'Salary January',
      onValidationFailure: 'CONTINUE',
      rows: ['0100010001', '0100010002', '0100010003'].map(toRow),
    });
    report('Oware', 'stores the rows, compares every name with the bank, and checks the wallet');
    await expectState(context, 'PENDING_AUTHORIZATION', OTP_WANTED);
    const otp = await otpFor(context);
    report('Merchant', 'enters the OTP from the e-mail');
    await oware('POST', `/v1/batches/${reference}/parts/1/otp`, { otp });
    await expectState(context, 'COMPLETED', COMPLETED);
    const { rows } = await oware('GET', `/v1/batches/${reference}/rows`);
    report(
      'Merchant',
      `reads the result: ${(rows as readonly unknown[]).length} rows, each with its state and fee`,
    );
  },
};

function toRow(accountNumber: string) {
  const accountName = holderOf(accountNumber);
  return { amount: '5000.00', bankCode: '058', accountNumber, accountName };
}

async function otpFor({ gateway, reference, report }: ScenarioContext): Promise<string> {
  const messages = await gateway('GET', `/sandbox/inbox?reference=${reference}--p1`);
  const [{ code }] = messages as unknown as readonly [{ readonly code: string }];
  report('Gateway', 'sends an OTP by e-mail');
  return code;
}
