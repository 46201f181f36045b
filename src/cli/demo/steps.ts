import { fromNaira, showNaira } from '../../domain/money.js';
import type { ScenarioContext } from './scenario.js';

/** Steps that scenarios of every lifecycle share. */

export interface Account {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
}

export const ADA = { email: 'ada@example.com', name: 'Ada Obi' };

export const naira = (amount: string): string => showNaira(fromNaira(amount));

export async function transfer(context: ScenarioContext, account: Account, amount: string): Promise<void> {
  context.report('Payer', `sends ${naira(amount)}`);
  const { status } = await context.gateway('POST', BANK, toBank(account, amount));
  context.report(
    'Bank',
    `transfers the money; the gateway marks it ${String(status)} and sends a signed event`,
  );
}

export async function attemptTransfer(
  context: ScenarioContext,
  account: Account,
  amount: string,
): Promise<void> {
  context.report('Payer', `sends ${naira(amount)} anyway`);
  const { reason } = await context.gatewayRefuses('POST', BANK, toBank(account, amount));
  context.report('Bank', `returns the money: ${String(reason)}`);
}

const BANK = '/sandbox/bank-simulator/payments';

function toBank({ bankCode, accountNumber }: Account, amount: string) {
  return { bankCode, accountNumber, amount };
}

/** The event only triggers a check: the state follows from the gateway's record. */
export async function expectState(context: ScenarioContext, state: string, webhook: string): Promise<void> {
  const { reason, reviewItems } = await context.waitForState(state);
  context.report('Oware', `reads the gateway's record, then sets the state to ${state} (${String(reason)})`);
  const items = (reviewItems ?? []) as readonly { readonly kind: string; readonly reason: string }[];
  for (const { kind, reason } of items) context.report('Oware', `adds a review item, ${kind}: ${reason}`);
  await expectWebhook(context, webhook);
}

export async function expectWebhook(context: ScenarioContext, webhook: string, nth = 1): Promise<void> {
  const { data } = await context.waitForWebhook(webhook, nth);
  context.report('Merchant', `receives the signed webhook ${webhook}, sequence ${data.sequence}`);
}
