import { describe, expect, test } from 'vitest';
import { readEvent } from '../../src/gateway/events.js';
import { changed } from './event-fixtures.js';

describe('an event with odd fields', () => {
  test('claims the amount of another field, or that some money arrived, when its amount is unreadable', () => {
    const odd = { amountPaid: 30.005, currency: 566, paymentStatus: null };
    expect(readEvent(changed('collection-by-transfer', odd))).toMatchObject({
      kind: 'collection',
      address: { lifecycle: 'checkout', reference: 'order-1' },
      witness: 'record',
      amountPaid: 3000_00,
    });
    expect(readEvent(changed('collection-by-transfer', { ...odd, totalPayable: {} }))).toMatchObject({
      amountPaid: 1,
    });
  });

  test('reaches the checkout by its product, or by its transaction, when the payment reference is unreadable', () => {
    expect(readEvent(changed('collection-by-transfer', { paymentReference: 7 })).address).toEqual({
      lifecycle: 'checkout',
      reference: 'order-1',
    });
    expect(
      readEvent(changed('collection-by-transfer', { paymentReference: 7, product: null })).address,
    ).toEqual({
      lifecycle: 'checkout',
      reference: 'MNFY|09|20260131101530|000123',
    });
  });

  test('reaches its invoice by the product that an agent sold, when its invoice reference is unreadable', () => {
    expect(readEvent(changed('collection-by-cash', { invoiceReference: 7 })).address).toEqual({
      lifecycle: 'invoice',
      reference: 'inv-1',
    });
  });

  test.each(['amountPaid', 'currency', 'paymentStatus'])(
    'is unmatched when it is cash and its %s is unreadable: there the event is the proof',
    (field) => {
      const event = readEvent(changed('collection-by-cash', { [field]: {} }));
      expect(event).toMatchObject({ kind: 'unmatched-event', reason: `cannot be read: ${field}` });
    },
  );

  test('is cash by its method too, when its product is unreadable', () => {
    expect(readEvent(changed('collection-by-cash', { product: 'agent' }))).toMatchObject({
      witness: 'signature-only',
      amountPaid: 15_000_00,
    });
  });
});

test('a mandate event is recognised by either spelling of its reference', () => {
  const event = readEvent(
    changed('mandate', { externalMandateReference: undefined, mandateReference: 'rent-2' }),
  );
  expect(event).toMatchObject({ kind: 'mandate', address: { lifecycle: 'mandate', reference: 'rent-2' } });
});
