import { isKnownByEventOnly } from '../collections/cash.js';
import { listRecord, statusRecord } from '../collections/transaction-records.js';
import { payableKobo, statusOf } from '../collections/transactions.js';
import { accountForTransfer, refuseOtherThanTransfer } from '../collections/virtual-accounts.js';
import {
  type Fields,
  fieldsOf,
  optionalAmount,
  optionalInteger,
  optionalText,
  text,
} from '../http/fields.js';
import { pageOf, windowOf } from '../http/paging.js';
import { badRequest, notFound, unprocessable } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { type Bank, bankName, bankOf, ussdFor } from '../people/banks.js';
import { keyOf } from '../types/key.js';
import { type Transaction } from '../types/transaction.js';
import { asNumber, asText } from '../wire/amounts.js';
import { localIso } from '../wire/times.js';
import { initTransaction } from './init-transaction.js';

export const TRANSACTION_ROUTES: readonly Route[] = [
  route('initTransaction', 'POST /api/v1/merchant/transactions/init-transaction', initTransaction),
  route('initBankTransfer', 'POST /api/v1/merchant/bank-transfer/init-payment', initBankTransfer),
  route('getTransaction', 'GET /api/v2/transactions/{transactionReference}', getTransaction),
  route('queryTransaction', 'GET /api/v2/merchant/transactions/query', queryTransaction),
  route('searchTransactions', 'GET /api/v1/transactions/search', searchTransactions),
];

function initBankTransfer(call: MerchantCall) {
  const { world, body } = call;
  const fields = fieldsOf(body);
  const bank = readBank(optionalText(fields, 'bankCode'));
  const transaction = own(call, world.transactions.get(text(fields, 'transactionReference')));
  if (!transaction) throw unprocessable('Invalid transaction reference supplied');
  const now = world.clock.now();
  const status = statusOf(transaction, now);
  if (status !== 'PENDING') throw unprocessable(`Transaction is ${status}`);
  refuseOtherThanTransfer(transaction);

  const account = accountForTransfer(world, transaction, bank?.code);
  return {
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    bankName: bankName(account.bankCode),
    bankCode: account.bankCode,
    accountDurationSeconds: Math.ceil((transaction.expiresAt - now) / 1_000),
    ussdPayment: bank ? ussdFor(bank, asText(payableKobo(transaction)), account.accountNumber) : null,
    requestTime: localIso(now),
    expiresOn: localIso(transaction.expiresAt),
    transactionReference: transaction.transactionReference,
    paymentReference: transaction.paymentReference,
    amount: asNumber(transaction.amountKobo),
    fee: asNumber(transaction.surchargeKobo),
    totalPayable: asNumber(payableKobo(transaction)),
    collectionChannel: 'API_NOTIFICATION',
    productInformation: null,
  };
}

function readBank(code: string | undefined): Bank | undefined {
  const bank = code === undefined ? undefined : bankOf(code);
  if (code !== undefined && !bank) throw unprocessable('could not find specified bank');
  return bank;
}

function getTransaction(call: MerchantCall) {
  const { world, params } = call;
  const transaction = own(call, world.transactions.get(params['transactionReference'] ?? ''));
  if (!transaction) throw notFound("There's no transaction matching supplied reference.");
  return statusRecord(transaction, world.clock.now());
}

function queryTransaction(call: MerchantCall) {
  const { world, merchant, query } = call;
  const transactionReference = optionalText(query, 'transactionReference');
  if (transactionReference !== undefined)
    return getTransaction({ ...call, params: { transactionReference } });
  const paymentReference = optionalText(query, 'paymentReference');
  if (paymentReference === undefined) {
    throw badRequest('Either transactionReference or paymentReference must be supplied');
  }
  const transaction = own(call, world.transactions.find('payment', keyOf(merchant.id, paymentReference)));
  if (!transaction) {
    throw notFound(
      `Could not find transaction with payment reference ${paymentReference} for ${merchant.name}`,
    );
  }
  return statusRecord(transaction, world.clock.now());
}

function searchTransactions(call: MerchantCall) {
  const { world, merchant, query } = call;
  const now = world.clock.now();
  const matches = readFilter(query, now);
  const window = windowOf(call);
  const found = [...world.transactions.filter('merchant', merchant.id)]
    .filter((transaction) => !isKnownByEventOnly(transaction) && matches(transaction))
    .reverse();
  return pageOf(found, window, (transaction) => listRecord(transaction, merchant, now));
}

function readFilter(query: Fields, now: number): (transaction: Transaction) => boolean {
  const exact = {
    paymentReference: optionalText(query, 'paymentReference'),
    transactionReference: optionalText(query, 'transactionReference'),
    status: optionalText(query, 'paymentStatus'),
    email: optionalText(query, 'customerEmail')?.toLowerCase(),
    amountKobo: optionalAmount(query, 'amount'),
  };
  const name = optionalText(query, 'customerName')?.toLowerCase();
  const leastKobo = optionalAmount(query, 'fromAmount') ?? 0;
  const mostKobo = optionalAmount(query, 'toAmount') ?? Infinity;
  const from = optionalInteger(query, 'from') ?? 0;
  const to = optionalInteger(query, 'to') ?? Infinity;
  const fits = <T>(wanted: T | undefined, have: T): boolean => wanted === undefined || wanted === have;
  return (transaction) =>
    fits(exact.paymentReference, transaction.paymentReference) &&
    fits(exact.transactionReference, transaction.transactionReference) &&
    fits<string>(exact.status, statusOf(transaction, now)) &&
    fits(exact.email, transaction.customer.email.toLowerCase()) &&
    fits<number>(exact.amountKobo, transaction.amountKobo) &&
    (name === undefined || transaction.customer.name.toLowerCase().includes(name)) &&
    transaction.amountKobo >= leastKobo &&
    transaction.amountKobo <= mostKobo &&
    transaction.createdAt >= from &&
    transaction.createdAt <= to;
}

/** Not found: other merchants' transactions, and cash payments, which only an event reports. */
function own({ merchant }: MerchantCall, transaction: Transaction | undefined): Transaction | undefined {
  if (transaction?.merchantId !== merchant.id || isKnownByEventOnly(transaction)) return undefined;
  return transaction;
}
