import { describe, expect, test } from 'vitest';
import { readLifecycleEvent } from '../../src/domain/lifecycle/event.js';
import { readEvent } from '../../src/gateway/events.js';
import { createProfile } from '../../src/gateway/spec/profile.js';
import { bytes, changed, fixture } from './event-fixtures.js';

describe('every kind becomes an event with its lifecycle', () => {
  test.each([
    [
      'collection-by-transfer',
      {
        kind: 'collection',
        address: { lifecycle: 'checkout', reference: 'order-1' },
        witness: 'record',
        amountPaid: 3000_00,
        settlementAmount: 2990_00,
        paidOn: '2026-01-31T09:16:02.123Z',
        sources: [{ sessionId: '090405260131101601000000000001', amountPaid: 3000_00 }],
      },
    ],
    [
      'collection-by-card',
      {
        kind: 'collection',
        address: { lifecycle: 'checkout', reference: 'order-2' },
        paymentReference: 'order-2--i2',
        amountPaid: 100_50,
        paymentMethod: 'CARD',
        sources: [],
      },
    ],
    [
      'collection-by-cash',
      {
        kind: 'collection',
        address: { lifecycle: 'invoice', reference: 'inv-1' },
        witness: 'signature-only',
        settlementAmount: 14990_00,
        paidOn: '2026-01-31T14:31:00.000Z',
        sources: [],
      },
    ],
    [
      'collection-on-reserved-account',
      {
        address: { lifecycle: 'reserved-account', reference: 'ada-1' },
        amountPaid: 20_32,
        settlementAmount: 20_00,
      },
    ],
    [
      'disbursement-succeeded',
      {
        kind: 'disbursement',
        address: { lifecycle: 'transfer', reference: 'pay-1' },
        status: 'SUCCESS',
        amount: 200_00,
        completedOn: '2026-01-31T14:31:00.000Z',
      },
    ],
    [
      'disbursement-failed',
      {
        address: { lifecycle: 'batch-part', reference: 'payroll/2' },
        status: 'FAILED',
        description: 'Insufficient balance in the wallet',
        sessionId: null,
      },
    ],
    ['disbursement-reversed', { status: 'REVERSED', description: null, address: { reference: 'pay-1' } }],
    [
      'refund-succeeded',
      {
        kind: 'refund',
        address: { lifecycle: 'refunds-of', reference: 'MNFY|09|20260131101530|000123' },
        refundAmount: 100_00,
      },
    ],
    ['refund-failed', { kind: 'refund', refundStatus: 'FAILED', refundAmount: 100_01 }],
    [
      'settlement',
      {
        kind: 'settlement',
        address: { lifecycle: 'settlement', reference: 'ABCDEFGHIJ0123456789' },
        amount: 1199_00,
        transactionsCount: 1,
        settledOn: '2026-01-31T13:04:10.000Z',
      },
    ],
    [
      'rejected-payment',
      {
        kind: 'rejected-payment',
        address: { lifecycle: 'checkout', reference: 'order-1' },
        rejectionReason: 'UNDER_PAYMENT',
        amount: 50_00,
        expectedAmount: 150_00,
        rejectedOn: '2026-01-31T09:16:02.000Z',
      },
    ],
    [
      'mandate',
      {
        kind: 'mandate',
        address: { lifecycle: 'mandate', reference: 'rent-1' },
        mandateStatus: 'ACTIVATED',
      },
    ],
    [
      'wallet-activity',
      {
        kind: 'wallet-activity',
        address: { lifecycle: 'wallet-events', reference: '2026-02-01' },
        direction: 'debit',
        balanceAfter: 990_50,
      },
    ],
    [
      'low-balance',
      {
        kind: 'low-balance',
        address: { lifecycle: 'wallet-events', reference: '2026-02-01' },
        walletBalance: 990_50,
        lowBalanceThreshold: 1000_00,
      },
    ],
  ])('%s', (name, expected) => {
    expect(readEvent(fixture(name))).toMatchObject(expected);
  });
});

describe('the grammar of references finds the owner', () => {
  test.each([
    ['rent--d3', { lifecycle: 'mandate', reference: 'rent' }],
    ['plan--s20260201.2', { lifecycle: 'subscription', reference: 'plan' }],
    ['order-9', { lifecycle: 'checkout', reference: 'order-9' }],
    ['elsewhere/7', { lifecycle: 'checkout', reference: 'elsewhere/7' }],
  ])('a credit for %s', (paymentReference, address) => {
    expect(readEvent(changed('collection-by-transfer', { paymentReference }))).toMatchObject({ address });
  });

  test.each([
    ['payroll--b1', { lifecycle: 'batch-part', reference: 'payroll/1' }],
    ['payroll--b500', { lifecycle: 'batch-part', reference: 'payroll/1' }],
    ['payroll--b1001', { lifecycle: 'batch-part', reference: 'payroll/3' }],
    ['payroll--p2', { lifecycle: 'batch-part', reference: 'payroll/2' }],
  ])('a transfer for %s', (reference, address) => {
    expect(readEvent(changed('disbursement-succeeded', { reference }))).toMatchObject({ address });
  });
});

describe('the delivery key', () => {
  test('is the same for the same event written differently, and differs for another fact', () => {
    const key = readEvent(fixture('collection-by-transfer')).deliveryKey;
    expect(readEvent(changed('collection-by-transfer', { amountPaid: '3000.00' })).deliveryKey).toBe(key);
    expect(readEvent(changed('collection-by-transfer', { amountPaid: 3001 })).deliveryKey).not.toBe(key);
    expect(readEvent(changed('collection-by-transfer', { paymentStatus: 'OVERPAID' })).deliveryKey).not.toBe(
      key,
    );
  });

  test('of a transfer that was paid once more after it came back is another one', () => {
    const key = readEvent(fixture('disbursement-succeeded')).deliveryKey;
    const again = changed('disbursement-succeeded', { completedOn: '03/02/2026 9:00:00 AM' });
    expect(readEvent(again).deliveryKey).not.toBe(key);
  });

  test('of a very long event is one that its lifecycle takes, and still differs for another fact', () => {
    const keys = ['1', '2'].map((last) => {
      const sessionId = 's'.repeat(600) + last;
      const event = readEvent(
        changed('collection-by-transfer', { paymentSourceInformation: [{ sessionId }] }),
      );
      expect(readLifecycleEvent({ ...event.forLifecycle })).toMatchObject({ key: event.deliveryKey });
      return event.deliveryKey;
    });
    expect(new Set(keys).size).toBe(2);
  });

  test('contains no name and no account of the payer', () => {
    const { deliveryKey } = readEvent(fixture('collection-by-transfer'));
    expect(deliveryKey).not.toMatch(/ADA|0123456789/);
  });
});

describe('an event without a lifecycle is unmatched', () => {
  test('and so is one that its lifecycle could not take', () => {
    const transactionReference = 'MNFY|'.repeat(200);
    expect(readEvent(changed('collection-by-transfer', { transactionReference }))).toMatchObject({
      kind: 'unmatched-event',
      reason: 'has fields that are too long',
    });
  });

  test.each([
    ['an unknown kind', { eventType: 'MOON_LANDING', eventData: {} }, 'unknown event type'],
    ['no kind', { eventData: {} }, 'eventType is missing'],
    ['text that is not JSON', '<html>', 'not a JSON object'],
    ['an array', [], 'not a JSON object'],
    ['nothing', '', 'not a JSON object'],
  ])('%s', (_, body, reason) => {
    const event = readEvent(bytes(body));
    expect(event).toMatchObject({ kind: 'unmatched-event', address: { lifecycle: 'unmatched-event' } });
    expect(event).toHaveProperty('reason', expect.stringContaining(reason));
  });

  test('a known kind with a missing field names the field', () => {
    const event = readEvent(changed('collection-by-transfer', { transactionReference: 7 }));
    expect(event).toMatchObject({ kind: 'unmatched-event', reason: 'cannot be read: transactionReference' });
  });

  test('two different unmatched events have different workflows', () => {
    expect(readEvent(bytes('a')).address.reference).not.toBe(readEvent(bytes('b')).address.reference);
  });
});

test('a profile can rename event types', () => {
  const profile = createProfile('specification', { 'events.mandate': 'MANDATE_STATUS_UPDATE' });
  const body = fixture('mandate').toString().replace('MANDATE_UPDATE', 'MANDATE_STATUS_UPDATE');
  expect(readEvent(bytes(body)).kind).toBe('unmatched-event');
  expect(readEvent(bytes(body), profile).kind).toBe('mandate');
});
