import { isPaymentReferenceTaken, openTransaction } from '../collections/transactions.js';
import {
  amount,
  email,
  type Fields,
  fieldsOf,
  optionalList,
  optionalObject,
  optionalText,
  text,
} from '../http/fields.js';
import { malformed, unprocessable } from '../http/refusal.js';
import { type MerchantCall } from '../http/route.js';
import { readSplit, splitRecord } from '../money/split.js';
import { checkoutPath } from '../pages/checkout/addresses.js';
import { PAYMENT_METHODS, type PaymentMethod, type Terms } from '../types/transaction.js';

export const SMALLEST_KOBO = 20_00;

export function initTransaction(call: MerchantCall) {
  const { world, merchant } = call;
  const fields = fieldsOf(call.body);
  const terms = readTerms(call, fields);
  if (text(fields, 'contractCode') !== merchant.contractCode) {
    throw unprocessable('Could not find specified contract');
  }
  if (isPaymentReferenceTaken(world, merchant.id, terms.paymentReference)) {
    throw unprocessable('Duplicate payment reference');
  }
  const transaction = openTransaction(world, merchant, terms);
  return {
    transactionReference: transaction.transactionReference,
    paymentReference: transaction.paymentReference,
    merchantName: merchant.name,
    apiKey: merchant.apiKey,
    ...(terms.redirectUrl !== undefined && { redirectUrl: terms.redirectUrl }),
    enabledPaymentMethod: transaction.methods,
    checkoutUrl: world.publicUrl(checkoutPath(transaction)),
    incomeSplitConfig: terms.split.map(splitRecord),
  };
}

export function readCurrency(fields: Fields, name = 'currencyCode'): void {
  if (text(fields, name) !== 'NGN') throw unprocessable('Unknown currency code supplied');
}

function readTerms({ world, merchant }: MerchantCall, fields: Fields): Terms {
  const amountKobo = amount(fields, 'amount');
  readCurrency(fields);
  if (amountKobo < SMALLEST_KOBO) throw unprocessable('Amount must not be less than 20.');
  const redirectUrl = optionalText(fields, 'redirectUrl');
  return {
    paymentReference: text(fields, 'paymentReference'),
    amountKobo,
    description: optionalText(fields, 'paymentDescription') ?? '',
    customer: { email: email(fields, 'customerEmail'), name: optionalText(fields, 'customerName') ?? '' },
    methods: readMethods(optionalList(fields, 'paymentMethods')),
    split: readSplit(world, merchant.id, optionalList(fields, 'incomeSplitConfig')),
    metaData: optionalObject(fields, 'metaData') ?? {},
    ...(redirectUrl !== undefined && { redirectUrl }),
  };
}

/** An empty list means all of them. */
export function readMethods(wanted: readonly unknown[] = []): readonly PaymentMethod[] {
  const unknown = wanted.find((method) => !PAYMENT_METHODS.some((known) => known === method));
  if (unknown !== undefined) throw malformed('paymentMethods holds a method that does not exist');
  const methods = PAYMENT_METHODS.filter((known) => wanted.includes(known));
  return methods.length === 0 ? PAYMENT_METHODS : methods;
}
