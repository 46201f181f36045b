import { maskedPayment } from '../collections/transaction-records.js';
import { payableKobo } from '../collections/transactions.js';
import { bankName } from '../people/banks.js';
import { type Merchant } from '../types/merchant.js';
import { type Settlement } from '../types/settlement.js';
import { type Transaction } from '../types/transaction.js';
import { asText } from '../wire/amounts.js';
import { slashed } from '../wire/times.js';

/** SETTLEMENT: the only event type in which every amount is text. */
export function settlementEvent(
  settlement: Settlement,
  merchant: Merchant,
  transactions: readonly Transaction[],
) {
  const { bankCode, accountNumber, accountName } = merchant.settlementAccount;
  const toWallet = settlement.to === 'WALLET';
  return {
    eventType: 'SETTLEMENT',
    eventData: {
      amount: asText(settlement.amountKobo),
      settlementTime: slashed(settlement.at),
      settlementReference: settlement.reference,
      destinationAccountNumber: toWallet ? merchant.walletAccountNumber : accountNumber,
      destinationBankName: toWallet ? 'Wallet' : bankName(bankCode),
      destinationAccountName: toWallet ? merchant.name : accountName,
      transactionsCount: settlement.count,
      transactions: transactions.map(row),
    },
  };
}

function row(transaction: Transaction) {
  const [first] = transaction.accountPayments;
  return {
    product: transaction.product,
    transactionReference: transaction.transactionReference,
    paymentReference: transaction.paymentReference,
    paidOn: slashed(transaction.paidAt ?? transaction.createdAt),
    paymentDescription: transaction.description,
    accountPayments: transaction.accountPayments.map(maskedPayment),
    amountPaid: asText(transaction.paidKobo),
    totalPayable: asText(payableKobo(transaction)),
    accountDetails: first ? maskedPayment(first) : {},
    cardDetails: {},
    paymentMethod: transaction.method,
    currency: 'NGN',
    paymentStatus: transaction.recorded,
    customer: transaction.customer,
  };
}
