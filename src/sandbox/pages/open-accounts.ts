import { closedReason } from '../collections/pay-transaction.js';
import { payableKobo } from '../collections/transactions.js';
import { merchantById } from '../people/merchants.js';
import { type VirtualAccount } from '../types/virtual-account.js';
import { type World } from '../world.js';

export interface OpenAccount extends Pick<VirtualAccount, 'bankCode' | 'accountNumber'> {
  readonly purpose: string;
  /** What the payment still needs; undefined where any amount is accepted. */
  readonly dueKobo?: number;
}

const SHOWN = 30;

/** Accounts of the gateway that accept money now, the newest first. */
export function openAccounts(world: World): OpenAccount[] {
  const found: OpenAccount[] = [];
  for (const account of [...world.virtualAccounts.values()].reverse()) {
    const open = openAccount(world, account);
    if (open) found.push(open);
    if (found.length === SHOWN) break;
  }
  return found;
}

function openAccount(world: World, account: VirtualAccount): OpenAccount | undefined {
  const { bankCode, accountNumber, accountName, owner } = account;
  if (owner.kind !== 'transaction') return { bankCode, accountNumber, purpose: accountName };
  const transaction = world.transactions.get(owner.key);
  if (!transaction) return undefined;
  const merchant = merchantById(world, transaction.merchantId);
  if (closedReason(transaction, merchant, world.clock.now()) !== undefined) return undefined;
  return {
    bankCode,
    accountNumber,
    purpose: `${transaction.paymentReference}, ${merchant.name}`,
    dueKobo: payableKobo(transaction) - transaction.paidKobo,
  };
}
