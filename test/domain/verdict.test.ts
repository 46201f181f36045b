import { describe, expect, it } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import type { CheckoutTerms } from '../../src/domain/payment.js';
import { judge, type TransactionRecord, type Verdict, weigh } from '../../src/domain/verdict.js';

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

describe('what the gateway’s record proves', () => {
  it.each([
    ['exactly what was asked', record('PAID', 250_000), 'PAID'],
    ['PAID with one kobo too little', record('PAID', 249_999), 'PARTIALLY_PAID'],
    ['one kobo too much', record('OVERPAID', 250_001), 'OVERPAID'],
    ['PAID with one kobo too much', record('PAID', 250_001), 'OVERPAID'],
    ['the fee that the customer bears on top', record('PAID', 253_750, 253_750), 'PAID'],
    ['a payable amount beyond any fee', record('PAID', 900_000, 900_000), 'OVERPAID'],
    ['a part', record('PARTIALLY_PAID', 100), 'PARTIALLY_PAID'],
  ])('%s', (_what, given, to) => {
    expect(judge(terms, given, tolerance)).toMatchObject({
      kind: 'move',
      to,
      paid: { amountKobo: given.amountPaid, method: 'ACCOUNT_TRANSFER' },
    });
  });

  it.each(['EXPIRED', 'FAILED', 'CANCELLED'])('%s means that no money came', (status) => {
    const verdict = judge(terms, record(status, 0), tolerance);
    expect(verdict).toEqual({ kind: 'move', to: status, because: `the gateway says ${status}` });
  });

  it('PENDING proves nothing', () => {
    expect(judge(terms, record('PENDING', 0, 0), tolerance)).toEqual({ kind: 'wait' });
  });

  it.each(['ABANDONED', 'A_WORD_OF_NEXT_YEAR'])('%s is shown to a person, and is no failure', (status) => {
    expect(judge(terms, record(status, 0, 0), tolerance)).toMatchObject({
      kind: 'doubt',
      attention: { reason: `the gateway says ${status}, a word that is not known here` },
    });
  });

  it.each(['EXPIRED', 'FAILED', 'CANCELLED'])('%s with money is for a person to look at', (status) => {
    const verdict = judge(terms, record(status, 100), tolerance);
    const reason = `the gateway says ${status}, and that ₦1.00 was paid`;
    expect(verdict).toMatchObject({ kind: 'doubt', attention: { reason, atRiskKobo: 100 } });
  });

  it('another currency is never PAID', () => {
    const verdict = judge(terms, { ...record('PAID', 250_000), currency: 'USD' }, tolerance);
    expect(verdict).toMatchObject({ kind: 'doubt', attention: { reason: 'paid in USD, asked in NGN' } });
  });
});

describe('several transactions of one payment', () => {
  const wait: Verdict = { kind: 'wait' };
  const expired = judge(terms, record('EXPIRED', 0), tolerance);
  const paid = judge(terms, record('PAID', 250_000), tolerance);
  const doubt = judge(terms, { ...record('PAID', 250_000), currency: 'USD' }, tolerance);

  it('are PAID when one of them is, in any order', () => {
    expect(weigh([expired, paid])).toEqual(paid);
    expect(weigh([paid, wait])).toEqual(paid);
  });

  it('have not ended while one of them may still be paid', () => {
    expect(weigh([expired, wait])).toEqual(wait);
    expect(weigh([wait, expired])).toEqual(wait);
    expect(weigh([expired, expired])).toEqual(expired);
    expect(weigh([])).toEqual(wait);
  });

  it('are doubtful when one of them is, unless another has the money', () => {
    expect(weigh([expired, doubt])).toEqual(doubt);
    expect(weigh([doubt, paid])).toEqual(paid);
  });

  it('say how much came a second time', () => {
    expect(weigh([paid, expired, paid])).toEqual({ ...paid, second: 250_000 });
  });
});
