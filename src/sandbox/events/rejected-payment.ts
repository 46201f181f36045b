import { bankName } from '../people/banks.js';
import { type AccountPayment, type Customer } from '../types/transaction.js';
import { type VirtualAccount } from '../types/virtual-account.js';
import { asNumber } from '../wire/amounts.js';
import { localTextWithMillis } from '../wire/times.js';
import { paymentSource } from './collection.js';

export interface Rejection {
  readonly transactionReference: string;
  readonly paymentReference: string;
  readonly product: { readonly type: string; readonly reference: string };
  readonly amountKobo: number;
  readonly description: string;
  readonly customer: Customer;
  readonly metaData: Readonly<Record<string, unknown>>;
  readonly account: VirtualAccount;
  readonly payment: AccountPayment;
  readonly reason: 'UNDER_PAYMENT' | 'PAYMENT_SOURCE_NOT_ALLOWED' | 'LIMIT_EXCEEDED';
}

/** REJECTED_PAYMENT: a transfer was returned. Only in this event is the payer one object and a field in snake case. */
export function rejectedPayment(rejection: Rejection) {
  const { account, payment } = rejection;
  return {
    eventType: 'REJECTED_PAYMENT',
    eventData: {
      metaData: JSON.stringify(rejection.metaData),
      product: rejection.product,
      amount: asNumber(rejection.amountKobo),
      paymentSourceInformation: paymentSource(payment),
      transactionReference: rejection.transactionReference,
      created_on: localTextWithMillis(payment.at).slice(0, 21),
      paymentReference: rejection.paymentReference,
      paymentRejectionInformation: {
        bankCode: account.bankCode,
        destinationAccountNumber: account.accountNumber,
        bankName: bankName(account.bankCode),
        rejectionReason: rejection.reason,
        expectedAmount: asNumber(rejection.amountKobo),
      },
      paymentDescription: rejection.description,
      customer: rejection.customer,
    },
  };
}
