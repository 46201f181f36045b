import type { PaymentSnapshot } from '../../src/domain/payment.js';
import { describeCollection } from '../shared/collection/details.js';

/** What the Web UI shows on top of a payment: no personal data, it is read by whoever can open the page. */
export function describePayment(payment: PaymentSnapshot): string {
  const { transactions, transferAccount, card } = payment;
  return describeCollection(payment, [
    ...transactions.map(({ transactionReference }) => `Gateway transaction \`${transactionReference}\``),
    card && `Card ending in ${card.card.last4}: **${card.state}** ${card.because}`,
    transferAccount && `Virtual account at ${transferAccount.bankName}`,
  ]);
}
