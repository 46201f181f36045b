import { fromNaira, showNaira } from '../../domain/money.js';
import type { Stage } from './scene.js';

/** What the actors do in every kind of story, with the words that the audience reads. */

export interface Account {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
}

export const ADA = { email: 'ada@example.com', name: 'Ada Obi' };

export const naira = (amount: string): string => showNaira(fromNaira(amount));

export async function transfer(stage: Stage, account: Account, amount: string): Promise<void> {
  stage.say('Payer', `sends ${naira(amount)}`);
  const { status } = await stage.gateway('POST', BANK, toBank(account, amount));
  stage.say('Bank', `moves the money; the gateway calls it ${String(status)} and sends its signed event`);
}

export async function transferInVain(stage: Stage, account: Account, amount: string): Promise<void> {
  stage.say('Payer', `sends ${naira(amount)} all the same`);
  const { reason } = await stage.gatewayRefuses('POST', BANK, toBank(account, amount));
  stage.say('Bank', `gives it back: ${String(reason)}`);
}

const BANK = '/sandbox/bank-simulator/payments';

function toBank({ bankCode, accountNumber }: Account, amount: string) {
  return { bankCode, accountNumber, amount };
}

/** The event is a reason to check: the state is what the gateway's own record proves. */
export async function prove(stage: Stage, state: string, webhook: string): Promise<void> {
  const { reason, reviewItems } = await stage.becomes(state);
  stage.say('Oware', `asks the gateway for its record, and only then: ${state} (${String(reason)})`);
  const items = (reviewItems ?? []) as readonly { readonly kind: string; readonly reason: string }[];
  for (const { kind, reason } of items) stage.say('Oware', `raises a review item, ${kind}: ${reason}`);
  await hear(stage, webhook);
}

export async function hear(stage: Stage, webhook: string, nth = 1): Promise<void> {
  const { data } = await stage.hears(webhook, nth);
  stage.say('Merchant', `hears ${webhook}, signed, number ${data.sequence}`);
}
