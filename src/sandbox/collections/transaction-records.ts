import { bankOf } from '../people/banks.js';
import { type Merchant } from '../types/merchant.js';
import { type AccountPayment, type Transaction } from '../types/transaction.js';
import { asNumber, asText } from '../wire/amounts.js';
import { slashed, utcWithZone } from '../wire/times.js';
import { cardRecord } from './card-details.js';
import { hasMoney, payableKobo, statusOf } from './transactions.js';

/** The response of both status endpoints. Until money arrives its amounts are zero, not the requested ones. */
export function statusRecord(transaction: Transaction, now: number) {
  const paid = hasMoney(transaction);
  const [firstPayment] = transaction.accountPayments;
  return {
    transactionReference: transaction.transactionReference,
    paymentReference: transaction.paymentReference,
    amountPaid: asText(transaction.paidKobo),
    totalPayable: paid ? asText(payableKobo(transaction)) : '0.00',
    settlementAmount: paid ? asText(transaction.paidKobo - transaction.feeKobo) : null,
    paidOn: transaction.paidAt === undefined ? null : slashed(transaction.paidAt),
    paymentStatus: statusOf(transaction, now),
    paymentDescription: transaction.description,
    currency: 'NGN',
    paymentMethod: transaction.method ?? transaction.methods[0] ?? null,
    product: transaction.product,
    cardDetails: paid && transaction.card ? cardRecord(transaction.card) : null,
    accountDetails: firstPayment ? maskedPayment(firstPayment) : null,
    accountPayments: transaction.accountPayments.map(maskedPayment),
    customer: transaction.customer,
    metaData: transaction.metaData,
  };
}

/** The record of search and of listings. */
export function listRecord(transaction: Transaction, merchant: Merchant, now: number) {
  const status = statusOf(transaction, now);
  const completed = status !== 'PENDING';
  return {
    customerDTO: { ...transaction.customer, merchantCode: merchant.code },
    ...(transaction.method && { paymentMethod: transaction.method }),
    createdOn: utcWithZone(transaction.createdAt),
    ...(completed && { completedOn: utcWithZone(transaction.paidAt ?? transaction.expiresAt) }),
    amount: asNumber(transaction.amountKobo),
    flagged: false,
    ...(hasMoney(transaction) && { fee: asNumber(transaction.feeKobo) }),
    currencyCode: 'NGN',
    paymentDescription: transaction.description,
    paymentStatus: status,
    transactionReference: transaction.transactionReference,
    paymentReference: transaction.paymentReference,
    merchantCode: merchant.code,
    merchantName: merchant.name,
    metaData: transaction.metaData,
    payableAmount: asNumber(payableKobo(transaction)),
    amountPaid: asNumber(transaction.paidKobo),
    completed,
    paymentMethodList: transaction.methods,
    collectionChannel: transaction.product.type,
  };
}

/** Status records mask the payer's number and give the bank's six-digit code. */
export function maskedPayment({ from, amountKobo }: AccountPayment) {
  return {
    accountName: from.accountName,
    accountNumber: `******${from.accountNumber.slice(-4)}`,
    bankCode: bankOf(from.bankCode)?.nipCode ?? from.bankCode,
    amountPaid: asText(amountKobo),
  };
}
