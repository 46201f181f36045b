import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import type { CheckoutTerms } from '../../src/domain/checkout/checkout.js';
import {
  contradicts,
  judge,
  type Known,
  learn,
  type Reading,
  type Standing,
  weigh,
} from '../../src/domain/collection/verdict.js';
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

const standing = (reading: Reading, transactionReference: string): Standing => ({
  transactionReference,
  known: learn(undefined, reading),
});
const weighed = (...readings: readonly Reading[]) =>
  weigh(
    terms,
    readings.map((reading, index) => standing(reading, `T${index}`)),
    tolerance,
  );

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
    expect(weighed(judge(terms, given))).toMatchObject({
      kind: 'transition',
      to,
      paid: { amountKobo: given.amountPaid, method: 'ACCOUNT_TRANSFER' },
    });
  });

  it.each([
    ['EXPIRED', 'EXPIRED'],
    ['FAILED', 'FAILED'],
    ['CANCELLED', 'CANCELLED'],
    ['ABANDONED', 'EXPIRED'],
  ])('%s means that no money arrived', (status, to) => {
    const verdict = weighed(judge(terms, record(status, 0)));
    expect(verdict).toEqual({ kind: 'transition', to, reason: `the gateway reports ${status}` });
  });

  it.each(['REVERSED', 'REFUNDED'])('%s means that the money arrived and was taken back', (status) => {
    expect(weighed(judge(terms, record(status, 250_000)))).toMatchObject({ kind: 'transition', to: status });
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

describe('what is known about one transaction', () => {
  const part = judge(terms, record('PARTIALLY_PAID', 100));
  const whole = judge(terms, record('PAID', 250_000));
  const expired = judge(terms, record('EXPIRED', 0));
  const reversed = judge(terms, record('REVERSED', 250_000));
  const known = (...readings: readonly Reading[]) => readings.reduce<Known | undefined>(learn, undefined);

  it('only grows: a stale record takes nothing back', () => {
    expect(known(part, whole, part, { kind: 'pending' }, { kind: 'none' })).toEqual(whole);
    expect(known(expired, part)).toEqual(part);
    expect(known(whole, expired)).toEqual(whole);
  });

  it('is no end while a later record may show money', () => {
    const noAmount = judge(terms, record('PAID', 0));
    expect(known(expired, noAmount)).toBeUndefined();
    expect(known(expired, { kind: 'none' })).toEqual(expired);
    expect(known(expired, noAmount, expired)).toEqual(expired);
    expect(known(whole, noAmount)).toEqual(whole);
  });

  it('is taken back only when the gateway reports it', () => {
    expect(known(whole, reversed)).toEqual(reversed);
    expect(known(whole, reversed, whole)).toEqual(reversed);
  });

  it('is contradicted by an end without money, not by a stale record', () => {
    expect(contradicts(known(whole), expired)).toBe(true);
    expect(contradicts(known(whole), { kind: 'pending' })).toBe(false);
    expect(contradicts(known(expired), expired)).toBe(false);
  });
});

describe('several transactions of one checkout', () => {
  const expired = judge(terms, record('EXPIRED', 0));
  const failed = judge(terms, record('FAILED', 0));
  const paid = judge(terms, record('PAID', 250_000));
  const part = judge(terms, record('PARTIALLY_PAID', 100_000));

  it('are PAID when one of them is', () => {
    expect(weighed(expired, paid)).toMatchObject({ to: 'PAID' });
    expect(weighed(paid, { kind: 'pending' })).toMatchObject({ to: 'PAID' });
  });

  it('have not ended while one of them may still be paid, or cannot be read', () => {
    expect(weighed(expired, { kind: 'pending' })).toEqual({ kind: 'wait' });
    expect(weighed({ kind: 'none' }, expired)).toEqual({ kind: 'wait' });
    expect(weighed(expired, expired)).toMatchObject({ to: 'EXPIRED' });
    expect(weighed()).toEqual({ kind: 'wait' });
  });

  it('are PAID with a duplicate where a part arrived on one and the whole amount on another', () => {
    expect(weighed(part, paid)).toMatchObject({ to: 'PAID', duplicate: 100_000 });
    expect(weighed(paid, part)).toMatchObject({ to: 'PAID', duplicate: 100_000 });
    expect(weighed(paid, expired, paid)).toMatchObject({ to: 'PAID', duplicate: 250_000 });
  });

  it('prove the same in any order', () => {
    const readings = fc.array(
      fc.constantFrom(
        expired,
        failed,
        paid,
        part,
        judge(terms, record('OVERPAID', 400_000)),
        judge(terms, record('REVERSED', 250_000)),
        judge(terms, record('CANCELLED', 0)),
        { kind: 'pending' } as const,
      ),
      { maxLength: 6 },
    );
    const shuffled = readings.chain((some) => {
      const standings = some.map((reading, index) => standing(reading, `T${index}`));
      return fc.tuple(
        fc.constant(standings),
        fc.shuffledSubarray(standings, { minLength: standings.length }),
      );
    });
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(weigh(terms, other, tolerance)).toEqual(weigh(terms, one, tolerance));
      }),
    );
  });

  it('never reduce the result when more money arrives', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 5 });
    const rank = ['PARTIALLY_PAID', 'PAID', 'OVERPAID'];
    fc.assert(
      fc.property(amounts, (paidIn) => {
        const ranks = paidIn.map((_, count) => {
          const some = paidIn.slice(0, count + 1).map((amount) => judge(terms, record('PAID', amount)));
          const verdict = weighed(...some);
          return verdict.kind === 'transition' ? rank.indexOf(verdict.to) : -1;
        });
        expect([...ranks].sort((a, b) => a - b)).toEqual(ranks);
      }),
    );
  });
});
