import { cardRecord } from '../collections/card-details.js';
import { payableKobo } from '../collections/transactions.js';
import { bankName } from '../people/banks.js';
import { type AccountPayment, type OfflineProduct, type Transaction } from '../types/transaction.js';
import { asNumber, asText } from '../wire/amounts.js';
import { localTextWithMillis, slashedShort } from '../wire/times.js';
import { type World } from '../world.js';

/**
 * SUCCESSFUL_TRANSACTION: money was received: the exact amount, less or more. Cash events use other formats for the
 * time and the settlement amount, and an object where transfers have a list of sources.
 */
export function successfulTransaction(world: World, transaction: Transaction) {
  const byTransfer = transaction.method === 'ACCOUNT_TRANSFER';
  const account = byTransfer ? world.virtualAccounts.get(transaction.accountNumber ?? '') : undefined;
  const [latest] = transaction.accountPayments.slice(-1);
  const { offlineProduct } = transaction;
  const settlementKobo = transaction.paidKobo - transaction.feeKobo;
  const paidAt = transaction.paidAt ?? transaction.createdAt;
  return {
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      product: transaction.product,
      transactionReference: transaction.transactionReference,
      paymentReference: transaction.paymentReference,
      ...(transaction.invoiceReference !== undefined && { invoiceReference: transaction.invoiceReference }),
      paidOn: offlineProduct ? slashedShort(paidAt) : localTextWithMillis(paidAt),
      paymentDescription: transaction.description,
      metaData: transaction.metaData,
      paymentSourceInformation: offlineProduct ? {} : latest ? [paymentSource(latest)] : [],
      destinationAccountInformation: account
        ? {
            bankCode: account.bankCode,
            bankName: bankName(account.bankCode),
            accountNumber: account.accountNumber,
          }
        : {},
      amountPaid: asNumber(transaction.paidKobo),
      totalPayable: asNumber(payableKobo(transaction)),
      ...(offlineProduct && { offlineProductInformation: offlineInformation(offlineProduct) }),
      cardDetails: transaction.card ? cardRecord(transaction.card) : {},
      paymentMethod: transaction.method,
      currency: 'NGN',
      settlementAmount: offlineProduct ? asNumber(settlementKobo) : asText(settlementKobo),
      paymentStatus: transaction.recorded,
      customer: transaction.customer,
    },
  };
}

function offlineInformation({ amountKobo, code, type }: OfflineProduct) {
  return { amount: asNumber(amountKobo), code, type };
}

export function paymentSource({ from, amountKobo, sessionId }: AccountPayment) {
  return {
    bankCode: from.bankCode,
    amountPaid: asNumber(amountKobo),
    accountName: from.accountName,
    sessionId,
    accountNumber: from.accountNumber,
  };
}
