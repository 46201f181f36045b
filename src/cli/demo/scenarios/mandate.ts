import { ADA, expectState, expectWebhook, naira } from '../steps.js';
import type { Scenario, ScenarioContext } from '../scenario.js';

const CUSTOMER = { ...ADA, phone: '08030000000', address: '1 Broad Street, Lagos' };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const mandate: Scenario = {
  name: 'mandate',
  title: 'A customer authorizes a mandate, is debited once, and the merchant cancels',
  roles: ['Merchant', 'Payer', 'Bank', 'Gateway', 'Oware', 'Demo'],
  lifecycle: 'mandates',
  movesTime: true,
  expects: {
    state: 'CANCELLED',
    collected: ['2500.00'],
    webhooks: ['mandate.pending-authorization', 'mandate.active', 'mandate.debit-paid', 'mandate.cancelled'],
  },
  async run(context) {
    const { reference, report, oware, owareRefuses } = context;
    const code = await createMandate(context);
    report('Payer', 'authorizes the mandate on the page of the gateway');
    await context.gateway('POST', `/sandbox/mandates/${encodeURIComponent(code)}`, { authorize: true });
    report('Demo', 'moves time: the bank activates the mandate, and it starts');
    await context.passTime('20m');
    await expectState(context, 'ACTIVE', 'mandate.active');
    const path = `/v1/mandates/${reference}/debits`;
    const debit = { reference: `${reference}-rent`, amount: '2500.00' };
    report('Merchant', `debits ${naira(debit.amount)}, and repeats the request`);
    await oware('POST', path, debit);
    await oware('POST', path, debit);
    report('Oware', 'sends the debit once, under a reference of its own');
    report('Demo', 'moves time: the bank decides');
    await context.passTime('1m');
    await expectWebhook(context, 'mandate.debit-paid');
    report('Merchant', 'cancels the mandate');
    await oware('POST', `/v1/mandates/${reference}/cancel`);
    const { detail } = await owareRefuses('POST', path, { ...debit, reference: `${reference}-more` });
    report('Oware', `starts no debit from now on: ${String(detail)}`);
    report('Demo', 'moves time: the gateway carries out the cancel');
    await context.passTime('5m');
    await expectState(context, 'CANCELLED', 'mandate.cancelled');
  },
};

async function createMandate({
  reference,
  report,
  oware,
  passTime,
  waitForState,
}: ScenarioContext): Promise<string> {
  const now = Date.now();
  report('Merchant', `creates a mandate over ${naira('30000.00')}, reference ${reference}`);
  const { mandateCode: created } = await oware('POST', '/v1/mandates', {
    reference,
    amount: '30000.00',
    customer: CUSTOMER,
    account: { bankCode: '058', accountNumber: '0100090002' },
    description: 'Rent',
    startAt: new Date(now + 16 * MINUTE_MS).toISOString(),
    endAt: new Date(now + 90 * DAY_MS).toISOString(),
  });
  await passTime('1m');
  const { authorizationLink, mandateCode } = await waitForState('PENDING_AUTHORIZATION');
  report('Oware', `returns the link for the customer, ${String(authorizationLink)}`);
  return String(mandateCode ?? created);
}
