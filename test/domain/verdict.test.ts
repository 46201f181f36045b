import { describe, expect, it } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import type { CheckoutTerms } from '../../src/domain/checkout/checkout.js';
import { judge, weigh } from '../../src/domain/collection/verdict.js';
import type { TransactionRecord } from '../../src/domain/collection/record.js';

const terms: CheckoutTerms = {
  reference: 'order-1',
  amountKobo: kobo(250_000),
  currency: 'NGN',
  customer: { email: 'ada@example.com' },
};

const tolerance = { feeCeilingKobo: kobo(200_000) };

function record(status: string, paid: number, payable = 250_000): TransactionRecord {
  return {
    transactionReference: 'T1',
    paymentReference: 'order-1',
    paymentStatus: status,
    amountPaid: kobo(paid),
    totalPayable: kobo(payable),
    currency: 'NGN',
    paymentMethod: 'ACCOUNT_TRANSFER',
    paidOn: '2026-11-15T03:36:51.000Z',
  };
}

it.each([
  [true, 'tok'],
  [null, 'tok'],
  [undefined, 'tok'],
  [false, undefined],
])('with supportsTokenization %s the token of a paid card is %s', (supportsTokenization, token) => {
  const paid = judge(terms, {
    ...record('PAID', 250_000),
    customer: { email: 'ada@example.com' },
    cardDetails: { cardToken: 'tok', supportsTokenization },
  });
  expect(paid.kind === 'money' && paid.paid.cardToken?.token).toBe(token);
});

describe('what the gateway’s record proves', () => {
  it.each(['PAID', 'OVERPAID', 'PARTIALLY_PAID', 'UNDERPAID'])(
    '%s without an amount is a doubt',
    (status) => {
      expect(judge(terms, record(status, 0))).toMatchObject({
        kind: 'doubt',
        about: 'unreadable-record',
        atRiskKobo: terms.amountKobo,
      });
    },
  );

  it.each([
    ['exactly what was asked', record('PAID', 250_000), 'PAID'],
    ['PAID with one kobo too little', record('PAID', 249_999), 'PARTIALLY_PAID'],
    ['one kobo too much', record('OVERPAID', 250_001), 'OVERPAID'],
    ['PAID with one kobo too much', record('PAID', 250_001), 'OVERPAID'],
    ['the fee that the customer bears on top', record('PAID', 253_750, 253_750), 'PAID'],
    ['a payable amount beyond any fee', record('PAID', 900_000, 900_000), 'OVERPAID'],
    ['a part', record('PARTIALLY_PAID', 100), 'PARTIALLY_PAID'],
    ['a part, by its other published status', record('UNDERPAID', 100), 'PARTIALLY_PAID'],
  ])('%s', (_what, given, to) => {
    const reading = judge(terms, given);
    expect(reading).toMatchObject({ paid: { amountKobo: given.amountPaid, method: 'ACCOUNT_TRANSFER' } });
    expect(reading.kind === 'money' && weigh(terms, reading, tolerance)).toMatchObject({ to });
  });

  it.each([
    ['EXPIRED', 'EXPIRED'],
    ['FAILED', 'FAILED'],
    ['CANCELLED', 'CANCELLED'],
    ['ABANDONED', 'EXPIRED'],
  ])('%s means that no money arrived', (status, to) => {
    const reading = judge(terms, record(status, 0));
    expect(reading).toEqual({ kind: 'end', to, observed: `the gateway reports ${status}` });
  });

  it.each(['REVERSED', 'REFUNDED'])('%s means that the money arrived and was taken back', (status) => {
    const paid = { amountKobo: 250_000 };
    expect(judge(terms, record(status, 250_000))).toMatchObject({ kind: 'returned', to: status, paid });
  });

  it('PENDING proves nothing', () => {
    expect(judge(terms, record('PENDING', 0, 0))).toEqual({ kind: 'pending' });
  });

  it('an unknown status becomes a review item, not a failure', () => {
    expect(judge(terms, record('A_WORD_OF_NEXT_YEAR', 0, 0))).toMatchObject({
      kind: 'doubt',
      about: 'unreadable-record',
      reason: 'the gateway reports A_WORD_OF_NEXT_YEAR, an unknown status',
    });
  });

  it.each(['EXPIRED', 'FAILED', 'CANCELLED'])('%s with money becomes a review item', (status) => {
    const reason = `the gateway reports ${status}, and ₦1.00 as paid`;
    expect(judge(terms, record(status, 100))).toMatchObject({ kind: 'doubt', reason, atRiskKobo: 100 });
  });

  it('another currency is never PAID', () => {
    const reading = judge(terms, { ...record('PAID', 250_000), currency: 'USD' });
    expect(reading).toMatchObject({ kind: 'doubt', reason: 'paid in USD, asked in NGN' });
  });
});
