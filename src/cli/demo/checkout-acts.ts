import { type Account, ADA, naira } from './acts.js';
import type { Stage } from './scene.js';

export interface Checkout {
  readonly checkoutUrl: string;
  readonly expiresAt: string;
}

export async function askForCheckout(stage: Stage, amount: string): Promise<Checkout> {
  const { reference, say } = stage;
  say('Merchant', `asks for ${naira(amount)} from Ada, as ${reference}`);
  const checkout = await stage.oware('POST', '/v1/checkouts', { reference, amount, customer: ADA });
  say(
    'Oware',
    `opens a transaction at the gateway, and answers with its page: ${String(checkout.checkoutUrl)}`,
  );
  return checkout as unknown as Checkout;
}

export async function askForAccount(stage: Stage): Promise<Account> {
  stage.say('Payer', 'would rather send it from a banking app');
  const account = await stage.oware('POST', `/v1/checkouts/${stage.reference}/virtual-account`);
  const { bankName, accountNumber } = account as unknown as Account;
  stage.say('Oware', `gets an account for this payment alone: ${accountNumber} at ${bankName}`);
  return account as unknown as Account;
}
