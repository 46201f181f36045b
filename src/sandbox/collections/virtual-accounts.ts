import { unprocessable } from '../http/refusal.js';
import { VIRTUAL_ACCOUNT_BANKS } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { accountNumber } from '../state/seed.js';
import { type Transaction } from '../types/transaction.js';
import { type VirtualAccount } from '../types/virtual-account.js';
import { type World } from '../world.js';

/** Inside of a commit. */
export function lendAccount(world: World, account: Omit<VirtualAccount, 'accountNumber'>): VirtualAccount {
  const lent = { ...account, accountNumber: accountNumber('5', world.store.next('virtual-account')) };
  world.virtualAccounts.put(lent);
  return lent;
}

/**
 * Inside of a commit. The account of a transaction stays the same however often it is asked for, because money
 * may be on its way to it. Another bank gives another account, and both take money.
 */
export function accountForTransfer(
  world: World,
  transaction: Transaction,
  wantedBank?: string,
): VirtualAccount {
  const current = world.virtualAccounts.get(transaction.accountNumber ?? '');
  const bankCode = wantedBank ?? current?.bankCode ?? VIRTUAL_ACCOUNT_BANKS[0];
  for (const lent of world.virtualAccounts.filter('transaction', transaction.transactionReference)) {
    if (lent.bankCode === bankCode) return lent;
  }
  const account = lendAccount(world, {
    bankCode,
    accountName: nameFor(world, transaction),
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

export function refuseOtherThanTransfer({ methods }: Transaction): void {
  if (!methods.includes('ACCOUNT_TRANSFER')) {
    throw unprocessable('Bank transfers are not enabled for this transaction');
  }
}

/** An invoice's description is the name of its account. */
function nameFor(world: World, { invoiceReference, description, merchantId }: Transaction): string {
  return invoiceReference === undefined ? merchantById(world, merchantId).name : description;
}
