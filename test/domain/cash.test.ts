import { expect, it } from 'vitest';
import { cashRecord, withCash } from '../../src/domain/collection/cash.js';
import { kobo } from '../../src/domain/money.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';

const BY_CARD: CollectionEvent = {
  kind: 'collection',
  key: 'k',
  eventType: 'SUCCESSFUL_TRANSACTION',
  transactionReference: 'T1',
  paymentReference: 'order-1',
  amountKobo: kobo(2_500_00),
};
const EVENT: CollectionEvent = {
  ...BY_CARD,
  cash: { currency: 'NGN', status: 'PAID', at: '2026-11-15T09:00:00.000Z' },
};

it('cash is recorded once, however often its event is redelivered', () => {
  const first = withCash(undefined, EVENT);
  expect(first).toHaveLength(1);
  expect(withCash(first, { ...EVENT, key: 'another delivery' })).toBeUndefined();
});

it('an event that is not cash is not recorded as cash', () => {
  expect(withCash([], BY_CARD)).toBeUndefined();
});

it('the event replaces the missing record', () => {
  const [cash] = withCash([], EVENT) ?? [];
  expect(cash && cashRecord(cash)).toMatchObject({
    transactionReference: 'T1',
    paymentStatus: 'PAID',
    amountPaid: kobo(2_500_00),
    paymentMethod: 'CASH',
  });
});
