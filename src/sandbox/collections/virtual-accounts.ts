import { VIRTUAL_ACCOUNT_BANKS } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { accountNumber } from '../state/seed.js';
import { type World } from '../world.js';
import { type Transaction } from './transactions.js';

/** An account number that the gateway lends; money sent there belongs to its owner. */
export interface VirtualAccount {
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly accountName: string;
  readonly owner: {
    readonly kind: 'transaction' | 'reserved-account' | 'customer-wallet';
    readonly key: string;
  };
}

/** Inside of a commit. */
export function lendAccount(world: World, account: Omit<VirtualAccount, 'accountNumber'>): VirtualAccount {
  const lent = { ...account, accountNumber: accountNumber('5', world.store.next('virtual-account')) };
  world.virtualAccounts.put(lent);
  return lent;
}

/**
 * Inside of a commit. The account of a transaction stays the same however often it is asked for, because money
 * may be on its way to it.
 */
export function accountForTransfer(
  world: World,
  transaction: Transaction,
  wantedBank?: string,
): VirtualAccount {
  const lent = world.virtualAccounts.get(transaction.accountNumber ?? '');
  if (lent) return lent;
  const account = lendAccount(world, {
    bankCode: lendingBank(wantedBank),
    accountName: merchantById(world, transaction.merchantId).name,
    owner: { kind: 'transaction', key: transaction.transactionReference },
  });
  world.transactions.put({
    ...transaction,
    method: 'ACCOUNT_TRANSFER',
    accountNumber: account.accountNumber,
    product:
      transaction.product.type === 'WEB_SDK'
        ? { ...transaction.product, type: 'API_NOTIFICATION' }
        : transaction.product,
  });
  return account;
}

/** The bank that was asked for where it lends numbers, or else the usual one. */
export function lendingBank(wanted?: string): string {
  return VIRTUAL_ACCOUNT_BANKS.find((code) => code === wanted) ?? VIRTUAL_ACCOUNT_BANKS[0];
}
