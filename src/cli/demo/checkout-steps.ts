import type { ScenarioContext } from './scenario.js';
import { type Account, ADA, naira } from './steps.js';

export interface Checkout {
  readonly checkoutUrl: string;
  readonly expiresAt: string;
}

export async function createCheckout(context: ScenarioContext, amount: string): Promise<Checkout> {
  const { reference, report } = context;
  report('Merchant', `creates a checkout of ${naira(amount)} for Ada, reference ${reference}`);
  const checkout = await context.oware('POST', '/v1/checkouts', { reference, amount, customer: ADA });
  report(
    'Oware',
    `opens a transaction at the gateway and returns its checkout page: ${String(checkout.checkoutUrl)}`,
  );
  return checkout as unknown as Checkout;
}

export async function createVirtualAccount(context: ScenarioContext): Promise<Account> {
  context.report('Payer', 'chooses to pay by bank transfer');
  const account = await context.oware('POST', `/v1/checkouts/${context.reference}/virtual-account`);
  const { bankName, accountNumber } = account as unknown as Account;
  context.report('Oware', `returns a virtual account for this checkout: ${accountNumber} at ${bankName}`);
  return account as unknown as Account;
}
