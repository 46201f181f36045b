import type { ScenarioContext } from './scenario.js';
import { type Account, ADA, naira } from './steps.js';

const WEEK_MS = 7 * 86_400_000;

export async function createInvoice(context: ScenarioContext, amount: string): Promise<Account> {
  const { reference, report } = context;
  report('Merchant', `invoices Ada for ${naira(amount)}, reference ${reference}, due within a week`);
  const { account } = await context.oware('POST', '/v1/invoices', {
    reference,
    amount,
    customer: ADA,
    description: 'School fees',
    expiresAt: new Date(Date.now() + WEEK_MS).toISOString(),
  });
  const { accountNumber, bankName } = account as Account;
  report('Oware', `creates the invoice at the gateway, payable to ${accountNumber} at ${bankName}`);
  return account as Account;
}
