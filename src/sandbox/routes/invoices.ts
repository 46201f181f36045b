import { cancelInvoice, createInvoice, invoiceStatus, type NewInvoice } from '../collections/invoices.js';
import { amount, email, type Fields, fieldsOf, optionalList, optionalText, text } from '../http/fields.js';
import { pageOf, windowOf } from '../http/paging.js';
import { notFound, unprocessable } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { readSplit, splitRecord } from '../money/split.js';
import { checkoutPath } from '../pages/checkout/addresses.js';
import { bankName } from '../people/banks.js';
import { type Invoice } from '../types/invoice.js';
import { keyOf } from '../types/key.js';
import { asNumber } from '../wire/amounts.js';
import { localText, readLocal } from '../wire/times.js';
import { readCurrency, readMethods, SMALLEST_KOBO } from './init-transaction.js';

export const INVOICE_ROUTES: readonly Route[] = [
  route('createInvoice', 'POST /api/v1/invoice/create', create),
  route('getInvoice', 'GET /api/v1/invoice/{invoiceReference}/details', (call) =>
    invoiceRecord(call, invoiceOf(call)),
  ),
  route('listInvoices', 'GET /api/v1/invoice/all', listInvoices),
  route('cancelInvoice', 'DELETE /api/v1/invoice/{invoiceReference}/cancel', cancel),
];

const FURTHEST_MS = 366 * 86_400_000;

function create(call: MerchantCall) {
  const { world, merchant } = call;
  const wanted = readInvoice(call, fieldsOf(call.body));
  if (world.invoices.get(keyOf(merchant.id, wanted.invoiceReference))) {
    throw unprocessable('Invoice with this reference already exists.');
  }
  return invoiceRecord(call, createInvoice(world, merchant, wanted));
}

function readInvoice(call: MerchantCall, fields: Fields): NewInvoice {
  const { world, merchant } = call;
  const amountKobo = amount(fields, 'amount');
  const invoiceReference = text(fields, 'invoiceReference');
  const redirectUrl = optionalText(fields, 'redirectUrl');
  const accountReference = optionalText(fields, 'accountReference');
  const terms = {
    amountKobo,
    description: text(fields, 'description'),
    customer: { email: email(fields, 'customerEmail'), name: text(fields, 'customerName') },
    methods: readMethods(optionalList(fields, 'paymentMethods')),
    split: readSplit(world, merchant.id, optionalList(fields, 'incomeSplitConfig')),
    metaData: {},
    ...(redirectUrl !== undefined && { redirectUrl }),
  };
  readCurrency(fields);
  if (text(fields, 'contractCode') !== merchant.contractCode) {
    throw unprocessable('Unknown Contract Code provided.');
  }
  if (amountKobo < SMALLEST_KOBO) throw unprocessable('Amount must be greater than 20.');
  const expiresAt = readExpiry(text(fields, 'expiryDate'), world.clock.now());
  const attachTo = accountReference === undefined ? undefined : attachable(call, accountReference);
  return { invoiceReference, expiresAt, terms, ...(attachTo && { attachTo }) };
}

function readExpiry(given: string, now: number): number {
  const expiresAt = given.includes('T') ? undefined : readLocal(given);
  if (expiresAt === undefined) throw unprocessable('Invalid invoice expiry date format');
  if (expiresAt <= now || expiresAt > now + FURTHEST_MS) throw unprocessable('Invalid invoice expiry date.');
  return expiresAt;
}

function attachable({ world, merchant }: MerchantCall, accountReference: string) {
  const reserved = world.reservedAccounts.get(keyOf(merchant.id, accountReference));
  if (!reserved) throw notFound('Cannot find reserved account');
  return reserved;
}

function listInvoices(call: MerchantCall) {
  const { world, merchant } = call;
  const invoices = [...world.invoices.filter('merchant', merchant.id)].reverse();
  return pageOf(invoices, windowOf(call), (invoice) => invoiceRecord(call, invoice));
}

function cancel(call: MerchantCall) {
  const { world } = call;
  const invoice = invoiceOf(call);
  const status = invoiceStatus(world, invoice);
  if (status !== 'PENDING') throw unprocessable(`Invoice is ${status} and cannot be cancelled`);
  const transaction = world.transactions.get(invoice.transactionReference);
  if (transaction && transaction.paidKobo > 0) {
    throw unprocessable('Invoice is partially paid and cannot be cancelled');
  }
  return invoiceRecord(call, cancelInvoice(world, invoice));
}

function invoiceOf({ world, merchant, params }: MerchantCall): Invoice {
  const invoice = world.invoices.get(keyOf(merchant.id, params['invoiceReference'] ?? ''));
  if (!invoice) throw notFound('Could not find invoice with the supplied reference');
  return invoice;
}

function invoiceRecord({ world, merchant }: MerchantCall, invoice: Invoice) {
  const transaction = world.transactions.get(invoice.transactionReference);
  if (!transaction) throw new Error(`invoice ${invoice.invoiceReference} has lost its transaction`);
  const account = world.virtualAccounts.get(transaction.accountNumber ?? '');
  return {
    amount: asNumber(transaction.amountKobo),
    invoiceReference: invoice.invoiceReference,
    invoiceStatus: invoiceStatus(world, invoice),
    description: transaction.description,
    contractCode: merchant.contractCode,
    customerEmail: transaction.customer.email,
    customerName: transaction.customer.name,
    expiryDate: localText(invoice.expiresAt),
    createdBy: merchant.apiKey,
    createdOn: localText(invoice.createdAt),
    checkoutUrl: world.publicUrl(checkoutPath(transaction)),
    ...(account && {
      accountNumber: account.accountNumber,
      accountName: account.accountName,
      bankName: bankName(account.bankCode),
      bankCode: account.bankCode,
    }),
    ...(transaction.redirectUrl !== undefined && { redirectUrl: transaction.redirectUrl }),
    transactionReference: transaction.transactionReference,
    incomeSplitConfig: transaction.split.map(splitRecord),
  };
}
