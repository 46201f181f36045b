import { expect, it } from 'vitest';
import { termsId } from '../../src/client/references.js';
import { mintReference, referenceFromKey } from '../../src/requests/references.js';
import { kobo } from '../../src/domain/money.js';
import type { CheckoutTerms } from '../../src/domain/checkout/checkout.js';
import { isReference } from '../../src/domain/reference.js';

const terms: CheckoutTerms = {
  reference: 'order-1',
  amountKobo: kobo(2_000),
  currency: 'NGN',
  customer: { email: 'ada@example.com' },
};

it('the same terms have the same id, and any other term has another', () => {
  const others: CheckoutTerms[] = [
    { ...terms, reference: 'order-2' },
    { ...terms, amountKobo: kobo(2_001) },
    { ...terms, customer: { email: 'obi@example.com' } },
    { ...terms, customer: { email: 'ada@example.com', name: 'Ada' } },
    { ...terms, description: 'baskets' },
    { ...terms, redirectUrl: 'https://shop.example' },
  ];
  expect(termsId(structuredClone(terms))).toBe(termsId(terms));
  expect(new Set([terms, ...others].map(termsId)).size).toBe(7);
});

it('a generated reference is valid and unique', () => {
  const minted = Array.from({ length: 1_000 }, mintReference);
  expect(minted.every(isReference)).toBe(true);
  expect(new Set(minted).size).toBe(1_000);
});

it('a key that is a valid reference is the reference; any other is hashed', () => {
  expect(referenceFromKey('order-1', isReference)).toBe('order-1');
  const hashed = referenceFromKey('5f0c / basket #3', isReference);
  expect(hashed).toMatch(/^k[0-9a-f]{40}$/);
  expect(referenceFromKey('5f0c / basket #3', isReference)).toBe(hashed);
});
