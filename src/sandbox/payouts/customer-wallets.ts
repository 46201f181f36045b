import { type Arrival, postBankTransfer } from '../collections/pay-transaction.js';
import { createVirtualAccount } from '../collections/virtual-accounts.js';
import { accounts } from '../money/ledger.js';
import { VIRTUAL_ACCOUNT_BANKS } from '../people/banks.js';
import { accountNumber } from '../state/seed.js';
import { type CustomerWallet } from '../types/customer-wallet.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type TransferOutcome } from '../types/receipt.js';
import { hex } from '../wire/references.js';
import { type World } from '../world.js';

export type NewWallet = Pick<
  CustomerWallet,
  'walletReference' | 'walletName' | 'customerName' | 'customerEmail' | 'bvn' | 'bvnDateOfBirth'
>;

/** Runs inside a commit. */
export function createWallet(world: World, merchant: Merchant, wanted: NewWallet): CustomerWallet {
  const key = keyOf(merchant.id, wanted.walletReference);
  const topUp = createVirtualAccount(world, {
    bankCode: VIRTUAL_ACCOUNT_BANKS[0],
    accountName: wanted.walletName,
    owner: { kind: 'customer-wallet', key },
  });
  const wallet: CustomerWallet = {
    ...wanted,
    key,
    merchantId: merchant.id,
    accountNumber: accountNumber('7', world.store.next('customer-wallet')),
    topUpAccountNumber: topUp.accountNumber,
    createdAt: world.clock.now(),
  };
  world.customerWallets.put(wallet);
  return wallet;
}

/** Runs inside a commit: tops up the wallet, without a fee. */
export function topUpWallet(world: World, wallet: CustomerWallet, arrival: Arrival): TransferOutcome {
  const { payment, account } = arrival;
  const transactionReference = `WTP-${hex(world, 20)}`;
  const beforeKobo = world.ledger.balance(accounts.customerWallet(wallet.key));
  postBankTransfer(world, arrival, transactionReference);
  world.ledger.post({
    at: payment.at,
    cause: 'wallet-top-up',
    reference: transactionReference,
    lines: [
      { account: accounts.virtual(account.accountNumber), amountKobo: -payment.amountKobo },
      { account: accounts.customerWallet(wallet.key), amountKobo: payment.amountKobo },
    ],
  });
  world.walletEntries.put({
    reference: `WLT-${hex(world, 20)}`,
    walletKey: wallet.key,
    transactionReference,
    beforeKobo,
    amountKobo: payment.amountKobo,
    at: payment.at,
  });
  return { accepted: true, status: 'PAID', transactionReference };
}
