import type { PaymentSnapshot } from '../../src/domain/payment.js';
import { describeCollection } from '../shared/details.js';

/** What the Web UI shows on top of a payment: no personal data, it is read by whoever can open the page. */
export function describePayment(payment: PaymentSnapshot): string {
  const { transactions, transferAccount } = payment;
  return describeCollection(payment, [
    ...transactions.map(({ transactionReference }) => `Gateway transaction \`${transactionReference}\``),
    transferAccount && `Virtual account at ${transferAccount.bankName}`,
  ]);
}
