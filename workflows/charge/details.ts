import type { ChargeSnapshot } from '../../src/domain/charge/charge.js';
import { describeCollection } from '../shared/collection/details.js';

/** The details of a charge in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeCharge(charge: ChargeSnapshot): string {
  const { transactions, attempt, card, sentAt } = charge;
  return describeCollection(charge, [
    card?.last4 && `Card ending in ${card.last4}`,
    sentAt ? `Sent at ${sentAt}` : attempt?.movement.left ? 'May have been sent' : 'Not sent',
    attempt?.stage?.reason,
    ...transactions.map(({ transactionReference }) => `Gateway transaction \`${transactionReference}\``),
  ]);
}
