import { asNumber, asText } from '../wire/amounts.js';
import { bankName } from '../people/banks.js';
import { localTextWithMillis } from '../wire/times.js';
import { type AccountPayment, payableKobo, type Transaction } from '../collections/transactions.js';
import { cardRecord } from '../collections/card-details.js';
import { type World } from '../world.js';

/** SUCCESSFUL_TRANSACTION: money has come in, be it exact, too little or too much. */
export function successfulTransaction(world: World, transaction: Transaction) {
  const byTransfer = transaction.method === 'ACCOUNT_TRANSFER';
  const account = byTransfer ? world.virtualAccounts.get(transaction.accountNumber ?? '') : undefined;
  const [latest] = transaction.accountPayments.slice(-1);
  return {
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      product: transaction.product,
      transactionReference: transaction.transactionReference,
      paymentReference: transaction.paymentReference,
      ...(transaction.invoiceReference !== undefined && { invoiceReference: transaction.invoiceReference }),
      paidOn: localTextWithMillis(transaction.paidAt ?? transaction.createdAt),
      paymentDescription: transaction.description,
      metaData: transaction.metaData,
      paymentSourceInformation: latest ? [paymentSource(latest)] : [],
      destinationAccountInformation: account
        ? {
            bankCode: account.bankCode,
            bankName: bankName(account.bankCode),
            accountNumber: account.accountNumber,
          }
        : {},
      amountPaid: asNumber(transaction.paidKobo),
      totalPayable: asNumber(payableKobo(transaction)),
      cardDetails: transaction.card ? cardRecord(transaction.card) : {},
      paymentMethod: transaction.method,
      currency: 'NGN',
      settlementAmount: asText(transaction.paidKobo - transaction.feeKobo),
      paymentStatus: transaction.recorded,
      customer: transaction.customer,
    },
  };
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
