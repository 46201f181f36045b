import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import { describeCollection } from '../shared/collection/details.js';

/** The details of a checkout in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeCheckout(checkout: CheckoutSnapshot): string {
  const { transactions, virtualAccount, card } = checkout;
  return describeCollection(checkout, [
    ...transactions.map(({ transactionReference }) => `Gateway transaction \`${transactionReference}\``),
    card && `Card ending in ${card.card.last4}: **${card.state}** ${card.reason}`,
    virtualAccount && `Virtual account ${virtualAccount.accountNumber} at ${virtualAccount.bankName}`,
  ]);
}
