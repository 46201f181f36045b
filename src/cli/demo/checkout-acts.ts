import { fromNaira, showNaira } from '../../domain/money.js';
import type { Stage } from './scene.js';

/** What the actors do in most scenes, with the words that the audience reads. */

export interface Checkout {
  readonly checkoutUrl: string;
  readonly expiresAt: string;
}

export interface Account {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
}

const naira = (amount: string): string => showNaira(fromNaira(amount));

export async function askForCheckout(stage: Stage, amount: string): Promise<Checkout> {
  const { reference, say } = stage;
  say('Merchant', `asks for ${naira(amount)} from Ada, as ${reference}`);
  const customer = { email: 'ada@example.com', name: 'Ada Obi' };
  const checkout = await stage.oware('POST', '/v1/checkouts', { reference, amount, customer });
  say(
    'Oware',
    `opens a transaction at the gateway, and answers with its page: ${String(checkout.checkoutUrl)}`,
  );
  return checkout as unknown as Checkout;
}

export async function askForAccount(stage: Stage): Promise<Account> {
  stage.say('Payer', 'would rather send it from a banking app');
  const account = await stage.oware('POST', `/v1/checkouts/${stage.reference}/transfer-account`);
  const { bankName, accountNumber } = account as unknown as Account;
  stage.say('Oware', `gets an account for this payment alone: ${accountNumber} at ${bankName}`);
  return account as unknown as Account;
}

export async function transfer(stage: Stage, { bankCode, accountNumber }: Account, amount: string) {
  stage.say('Payer', `sends ${naira(amount)}`);
  const to = { bankCode, accountNumber, amount };
  const { status } = await stage.gateway('POST', '/sandbox/bank-simulator/payments', to);
  stage.say('Bank', `moves the money; the gateway calls it ${String(status)} and sends its signed event`);
}

/** The event is not believed: what the payment becomes is what the gateway's own record proves. */
export async function prove(stage: Stage, state: string, notice: string): Promise<void> {
  const { because, attention } = await stage.becomes(state);
  stage.say('Oware', `asks the gateway for its record, and only then: ${state} (${String(because)})`);
  const held = attention as { readonly reason: string } | undefined;
  if (held) stage.say('Oware', `wants a person to look: ${held.reason}`);
  await hear(stage, notice);
}

export async function hear(stage: Stage, notice: string): Promise<void> {
  const { data } = await stage.hears(notice);
  stage.say('Merchant', `hears ${notice}, signed, number ${data.sequence}`);
}
