import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import type { CheckoutTerms } from '../domain/payment.js';

/** Set with the start, where they are free; the story upserts only what changes. */
export function paymentAttributes(terms: CheckoutTerms): TypedSearchAttributes {
  return new TypedSearchAttributes([
    { key: defineSearchAttributeKey('OwareStory', 'KEYWORD'), value: 'checkout' },
    { key: defineSearchAttributeKey('OwareState', 'KEYWORD'), value: 'PENDING' },
    { key: defineSearchAttributeKey('OwareCurrency', 'KEYWORD'), value: terms.currency },
    { key: defineSearchAttributeKey('OwareAmountKobo', 'INT'), value: terms.amountKobo },
    { key: defineSearchAttributeKey('OwareSince', 'DATETIME'), value: new Date() },
  ]);
}
