import { expect, it } from 'vitest';
import { readInvoiceRequest } from '../../src/requests/invoice.js';

const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);

const request = {
  amount: '15000.00',
  customer: { email: 'ada@example.com', name: 'Ada Obi' },
  description: 'School fees',
  expiresAt: `${tomorrow}Z`,
};

const expiryOf = (expiresAt: string) => readInvoiceRequest({ ...request, expiresAt }, undefined).expiresAt;

it('an expiry with an offset is that instant, and one without is West Africa Time', () => {
  const afternoon = `${soon}T17:00`;
  expect(expiryOf(`${afternoon}:00Z`)).toBe(`${soon}T17:00:00.000Z`);
  expect(expiryOf(`${afternoon}:00+01:00`)).toBe(`${soon}T16:00:00.000Z`);
  expect(expiryOf(`${afternoon}:00-05:00`)).toBe(`${soon}T22:00:00.000Z`);
  expect(expiryOf(`${afternoon}:00`)).toBe(`${soon}T16:00:00.000Z`);
  expect(expiryOf(afternoon)).toBe(`${soon}T16:00:00.000Z`);
});

it('an expiry is kept to the second, because the gateway stores no fractions', () => {
  expect(expiryOf(`${tomorrow}.999Z`)).toBe(`${tomorrow}.000Z`);
});

it('an invoice without a reference gets a new one, or the Idempotency-Key', () => {
  expect(readInvoiceRequest(request, undefined).reference).toMatch(/^inv-[0-9a-z]{20}$/);
  expect(readInvoiceRequest(request, 'inv-1').reference).toBe('inv-1');
});

it('fields that are not given are not in the terms', () => {
  expect(readInvoiceRequest({ ...request, reference: 'inv-1' }, undefined)).toEqual({
    reference: 'inv-1',
    amountKobo: 1_500_000,
    currency: 'NGN',
    customer: request.customer,
    description: 'School fees',
    expiresAt: `${tomorrow}.000Z`,
  });
});
