import { expect, it } from 'vitest';
import { cashRecord } from '../../src/domain/collection/cash.js';
import { kobo } from '../../src/domain/money.js';

it('the event replaces the missing record', () => {
  const cash = { currency: 'NGN', status: 'PAID', at: '2026-11-15T09:00:00.000Z' };
  expect(cashRecord({ ...cash, transactionReference: 'T1', amountKobo: kobo(2_500_00) })).toMatchObject({
    transactionReference: 'T1',
    paymentStatus: 'PAID',
    amountPaid: kobo(2_500_00),
    paymentMethod: 'CASH',
  });
});
