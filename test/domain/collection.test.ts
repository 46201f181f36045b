import { describe, expect, it } from 'vitest';
import {
  COLLECTION_TRANSITIONS,
  type CollectionState,
  isOpen,
} from '../../src/domain/collection/collection.js';
import { kobo } from '../../src/domain/money.js';
import type { CheckoutTerms } from '../../src/domain/checkout/checkout.js';
import { differingTerms } from '../../src/domain/lifecycle/terms.js';

it('a collection is open in two of its states', () => {
  const states = Object.keys(COLLECTION_TRANSITIONS) as CollectionState[];
  expect(states.filter(isOpen)).toEqual(['PENDING', 'CLOSING']);
});

describe('terms', () => {
  const terms: CheckoutTerms = {
    reference: 'order-1',
    amountKobo: kobo(2_000),
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
  };

  it('are equal when nothing changed', () => {
    expect(differingTerms(terms, structuredClone(terms))).toEqual([]);
  });

  it('are named one by one where they differ', () => {
    const other: CheckoutTerms = {
      ...terms,
      amountKobo: kobo(2_001),
      customer: { email: 'ada@example.com', name: 'Ada' },
      redirectUrl: 'https://shop.example',
    };
    expect(differingTerms(terms, other)).toEqual(['amount', 'customer.name', 'redirectUrl']);
  });
});
