import { type Account, ADA, naira } from './acts.js';
import type { Stage } from './scene.js';

const WEEK_MS = 7 * 86_400_000;

export async function askForInvoice(stage: Stage, amount: string): Promise<Account> {
  const { reference, say } = stage;
  say('Merchant', `bills Ada ${naira(amount)}, as ${reference}, to be paid within a week`);
  const { account } = await stage.oware('POST', '/v1/invoices', {
    reference,
    amount,
    customer: ADA,
    description: 'School fees',
    expiresAt: new Date(Date.now() + WEEK_MS).toISOString(),
  });
  const { accountNumber, bankName } = account as Account;
  say('Oware', `has the gateway make the invoice: it is paid to ${accountNumber} at ${bankName}`);
  return account as Account;
}
