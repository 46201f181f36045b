import { email, fieldsOf, object, optionalText, text } from '../http/fields.js';
import { PAGE_NO, pageOf, windowOf } from '../http/paging.js';
import { badRequest, notFound, Refusal, unprocessable } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { accounts } from '../money/ledger.js';
import { createWallet } from '../payouts/customer-wallets.js';
import { bankName } from '../people/banks.js';
import { type CustomerWallet, type WalletEntry } from '../types/customer-wallet.js';
import { keyOf } from '../types/key.js';
import { asNumber } from '../wire/amounts.js';
import { utcWithZone } from '../wire/times.js';

const BASE = '/api/v1/disbursements/wallet';

export const WALLET_ROUTES: readonly Route[] = [
  route('createWallet', `POST ${BASE}`, create),
  route('listWallets', `GET ${BASE}`, listWallets),
  route('getCustomerWalletBalance', `GET ${BASE}/balance`, balance),
  route('listWalletTransactions', `GET ${BASE}/transactions`, listTransactions),
];

function create(call: MerchantCall) {
  const { world, merchant, body } = call;
  if (!merchant.switches.walletApproved) throw new Refusal(403, 'Merchant is not approved for wallets');
  const fields = fieldsOf(body);
  const bvnDetails = object(fields, 'bvnDetails');
  const wanted = {
    walletReference: text(fields, 'walletReference'),
    walletName: text(fields, 'walletName'),
    customerName: text(fields, 'customerName'),
    customerEmail: email(fields, 'customerEmail'),
    bvn: text(bvnDetails, 'bvn'),
    bvnDateOfBirth: text(bvnDetails, 'bvnDateOfBirth'),
  };
  if (!/^\d{11}$/.test(wanted.bvn)) throw badRequest('BVN is invalid. Must be 11 digits');
  if (world.customerWallets.get(keyOf(merchant.id, wanted.walletReference))) {
    throw unprocessable('Wallet with this reference already exists');
  }
  return walletRecord(call, createWallet(world, merchant, wanted));
}

function listWallets(call: MerchantCall) {
  const { world, merchant, query } = call;
  const reference = optionalText(query, 'walletReference');
  const wallets = [...world.customerWallets.filter('merchant', merchant.id)].filter(
    (wallet) => reference === undefined || wallet.walletReference === reference,
  );
  return pageOf(wallets.reverse(), windowOf(call, PAGE_NO), (wallet) => walletRecord(call, wallet));
}

/** Two descriptions of this endpoint give different parameters, so both are accepted. */
function balance(call: MerchantCall) {
  const { world, merchant, query } = call;
  const reference = optionalText(query, 'walletReference');
  const wallet =
    reference === undefined
      ? byNumber(call, text(query, 'accountNumber'))
      : world.customerWallets.get(keyOf(merchant.id, reference));
  if (!wallet) throw notFound('Could not find wallet');
  const held = asNumber(world.ledger.balance(accounts.customerWallet(wallet.key)));
  return { availableBalance: held, ledgerBalance: held };
}

function listTransactions(call: MerchantCall) {
  const { world, query } = call;
  const wallet = byNumber(call, text(query, 'accountNumber'));
  if (!wallet) throw notFound('Could not find wallet');
  const entries = [...world.walletEntries.filter('wallet', wallet.key)].reverse();
  return pageOf(entries, windowOf(call, PAGE_NO), entryRecord);
}

function byNumber({ world, merchant }: MerchantCall, accountNumber: string): CustomerWallet | undefined {
  const wallet = world.customerWallets.find('accountNumber', accountNumber);
  return wallet?.merchantId === merchant.id ? wallet : undefined;
}

function walletRecord({ world }: MerchantCall, wallet: CustomerWallet) {
  const topUp = world.virtualAccounts.get(wallet.topUpAccountNumber);
  return {
    walletName: wallet.walletName,
    walletReference: wallet.walletReference,
    customerName: wallet.customerName,
    customerEmail: wallet.customerEmail,
    feeBearer: 'SELF',
    bvnDetails: { bvn: wallet.bvn, bvnDateOfBirth: wallet.bvnDateOfBirth },
    accountNumber: wallet.accountNumber,
    accountName: wallet.walletName,
    createdOn: utcWithZone(wallet.createdAt),
    topUpAccountDetails: topUp && {
      accountNumber: topUp.accountNumber,
      accountName: topUp.accountName,
      bankCode: topUp.bankCode,
      bankName: bankName(topUp.bankCode),
      createdOn: utcWithZone(wallet.createdAt),
    },
  };
}

function entryRecord(entry: WalletEntry) {
  return {
    walletTransactionReference: entry.reference,
    transactionReference: entry.transactionReference,
    availableBalanceBefore: asNumber(entry.beforeKobo),
    availableBalanceAfter: asNumber(entry.beforeKobo + entry.amountKobo),
    amount: asNumber(Math.abs(entry.amountKobo)),
    transactionDate: utcWithZone(entry.at),
    transactionType: entry.amountKobo < 0 ? 'DEBIT' : 'CREDIT',
    message: null,
    narration: 'Wallet top up',
    status: 'COMPLETED',
  };
}
