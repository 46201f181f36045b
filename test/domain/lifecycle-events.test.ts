import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLifecycleEvent } from '../../src/domain/lifecycle/event.js';

const core = { key: 'delivery-1', eventType: 'ANY' };
const transaction = { ...core, transactionReference: 'MNFY|1' };
const at = '2026-01-31T08:00:00.000Z';

/** An event of each kind that the gateway sends, as a signal carries it. */
const EVENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  collection: {
    ...transaction,
    paymentReference: 'order-1',
    amountKobo: 250_000,
    cash: { currency: 'NGN', status: 'PAID', at },
  },
  'rejected-payment': { ...transaction, reason: 'UNDER_PAYMENT', amountKobo: 1, expectedKobo: 2, at },
  disbursement: { ...core, reference: 'transfer-1', status: 'SUCCESS' },
  refund: { ...transaction, refundReference: 'refund-1', status: 'COMPLETED' },
  settlement: {
    ...core,
    settlementReference: 'S1',
    amountKobo: 1,
    count: 2,
    settledOn: at,
    foundBy: 'MNFY|1',
  },
  mandate: { ...core, status: 'ACTIVE' },
  'wallet-activity': {
    ...core,
    reference: 'A1',
    direction: 'credit',
    amountKobo: 1,
    balanceKobo: 2,
    narration: 'a',
    at,
  },
  'low-balance': { ...core, balanceKobo: 1, thresholdKobo: 2, at },
  'wallet-balance': { ...core, place: 'opening', balanceKobo: 1, at },
};

/** What a client of Temporal can put into a field. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, '', 'x'.repeat(1_000_000), {}, [], [null]),
  fc.constantFrom<unknown>('credit', 'closing', at, { status: 'PAID', currency: 5 }),
  fc.double(),
  fc.string({ maxLength: 20 }),
);

describe.each(Object.entries(EVENTS))('an event of kind %s', (kind, fields) => {
  it('is read', () => {
    expect(readLifecycleEvent({ ...fields, kind })).toEqual({ ...fields, kind });
  });

  it('with fields of other types is refused or read within limits; unknown fields are dropped', () => {
    const names = fc.constantFrom(...Object.keys(fields), 'ballast');
    fc.assert(
      fc.property(fc.dictionary(names, anything, { maxKeys: 3 }), (odd) => {
        const event = readLifecycleEvent({ ...fields, ...odd, kind });
        if (event === undefined) return;
        expect(Object.keys(fields)).toEqual(
          expect.arrayContaining(Object.keys(event).filter((name) => name !== 'kind')),
        );
        expect(JSON.stringify(event).length).toBeLessThan(10_000);
        for (const [name, value] of Object.entries(event)) {
          if (name.endsWith('Kobo')) expect(Number.isSafeInteger(value) && Number(value) >= 0).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
