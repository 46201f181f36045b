import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import { describeCollection } from '../shared/collection/details.js';

/** What the Web UI shows on top of a payment: no personal data, it is read by whoever can open the page. */
export function describeCheckout(checkout: CheckoutSnapshot): string {
  const { transactions, virtualAccount, card } = checkout;
  return describeCollection(checkout, [
    ...transactions.map(({ transactionReference }) => `Gateway transaction \`${transactionReference}\``),
    card && `Card ending in ${card.card.last4}: **${card.state}** ${card.reason}`,
    virtualAccount && `Virtual account at ${virtualAccount.bankName}`,
  ]);
}
