import { describe, expect, it } from 'vitest';
import {
  COLLECTION_TRANSITIONS as LEGAL_MOVES,
  type CollectionState,
  isOpen,
} from '../../src/domain/collection/collection.js';
import { kobo } from '../../src/domain/money.js';
import type { CheckoutTerms } from '../../src/domain/checkout/checkout.js';
import { differingTerms } from '../../src/domain/lifecycle/terms.js';
import { mayBecome as mayMoveBy } from '../../src/domain/lifecycle/transitions.js';

const mayBecome = (from: CollectionState, to: CollectionState) => mayMoveBy(LEGAL_MOVES, from, to);
const STATES = Object.keys(LEGAL_MOVES) as CollectionState[];

describe('the legal transitions of a collection', () => {
  it('allow late money after an end without money', () => {
    for (const end of ['EXPIRED', 'FAILED', 'CANCELLED'] as const) {
      expect(mayBecome(end, 'PAID')).toBe(true);
    }
  });

  it('never lead back to waiting, nor from money to none', () => {
    for (const state of STATES) expect(mayBecome(state, 'PENDING')).toBe(false);
    for (const paid of ['PAID', 'OVERPAID', 'PARTIALLY_PAID'] as const) {
      expect(LEGAL_MOVES[paid]).not.toContain('EXPIRED');
    }
  });

  it('leave a refused collection as it is', () => {
    expect(LEGAL_MOVES.REFUSED).toEqual([]);
  });

  it('begin in an open state', () => {
    expect(STATES.filter(isOpen)).toEqual(['PENDING', 'CLOSING']);
  });
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
