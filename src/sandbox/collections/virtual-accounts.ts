import { unprocessable } from '../http/refusal.js';
import { VIRTUAL_ACCOUNT_BANKS } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { accountNumber } from '../state/seed.js';
import { type Transaction } from '../types/transaction.js';
import { type VirtualAccount } from '../types/virtual-account.js';
import { type World } from '../world.js';

/** Runs inside a commit. */
export function createVirtualAccount(
  world: World,
  account: Omit<VirtualAccount, 'accountNumber'>,
): VirtualAccount {
  const issued = { ...account, accountNumber: accountNumber('5', world.store.next('virtual-account')) };
  world.virtualAccounts.put(issued);
  return issued;
}

/**
 * Runs inside a commit. Repeated requests return the same account, because money may be in transit to it. Another
 * bank gives another account, and both accept money.
 */
export function accountForTransfer(
  world: World,
  transaction: Transaction,
  wantedBank?: string,
): VirtualAccount {
  const current = world.virtualAccounts.get(transaction.accountNumber ?? '');
  const bankCode = wantedBank ?? current?.bankCode ?? VIRTUAL_ACCOUNT_BANKS[0];
  for (const issued of world.virtualAccounts.filter('transaction', transaction.transactionReference)) {
    if (issued.bankCode === bankCode) return issued;
  }
  const account = createVirtualAccount(world, {
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

/** The account of an invoice is named after the invoice's description. */
function nameFor(world: World, { invoiceReference, description, merchantId }: Transaction): string {
  return invoiceReference === undefined ? merchantById(world, merchantId).name : description;
}
