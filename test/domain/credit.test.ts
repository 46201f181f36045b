import { describe, expect, it } from 'vitest';
import { type CreditRecord, judgeCredit } from '../../src/domain/reserved-account/credit.js';
import { kobo } from '../../src/domain/money.js';

const holder = { reference: 'ada-1', currency: 'NGN', email: 'ada@example.com', isTold: false } as const;

const record: CreditRecord = {
  transactionReference: 'T1',
  paymentReference: 'T1',
  paymentStatus: 'PAID',
  amountPaid: kobo(250_000),
  totalPayable: kobo(250_000),
  currency: 'NGN',
  paymentMethod: 'ACCOUNT_TRANSFER',
  paidOn: '2026-03-01T10:00:00.000Z',
  product: { type: 'RESERVED_ACCOUNT', reference: 'ada-1' },
  customer: { email: 'ada@example.com' },
  accountPayments: [{ accountName: 'CHIDI EZE', accountNumber: '******0001', bankCode: '000013' }],
};

describe('a gateway record', () => {
  it('proves a credit of the account that it names', () => {
    expect(judgeCredit('T1', holder, record)).toEqual({
      kind: 'found',
      shows: 'money',
      observed: 'the gateway reports PAID',
      amount: 250_000,
      credit: {
        transactionReference: 'T1',
        amountKobo: 250_000,
        method: 'ACCOUNT_TRANSFER',
        at: '2026-03-01T10:00:00.000Z',
        payer: { accountName: 'CHIDI EZE', accountNumber: '******0001', bankCode: '000013' },
      },
    });
  });

  it('of another transaction proves nothing', () => {
    expect(judgeCredit('T1', holder, { ...record, transactionReference: 'T2' })).toEqual({
      kind: 'crossed',
      observed: 'the reply was about another transaction',
    });
  });

  it.each([
    ['that is still PENDING', { paymentStatus: 'PENDING', amountPaid: kobo(0) }, { shows: 'pending' }],
    ['that says FAILED', { paymentStatus: 'FAILED', amountPaid: kobo(0) }, { shows: 'end' }],
    ['that says PAID without money', { amountPaid: kobo(0) }, { shows: 'odd', about: 'unreadable-record' }],
    [
      'with an unknown status',
      { paymentStatus: 'SOMETHING_NEW' },
      { shows: 'odd', about: 'unreadable-record', amount: 250_000 },
    ],
    [
      'that says FAILED with an amount',
      { paymentStatus: 'FAILED' },
      { shows: 'odd', about: 'conflicting-records', amount: 250_000 },
    ],
    ['that went back', { paymentStatus: 'REVERSED' }, { shows: 'return', amount: 250_000 }],
    ['that was refunded', { paymentStatus: 'REFUNDED' }, { shows: 'return', isRefund: true }],
  ])('%s is read as what it shows', (_what, part, shown) => {
    expect(judgeCredit('T1', holder, { ...record, ...part })).toMatchObject({ kind: 'found', ...shown });
  });

  it('of another account belongs to that account', () => {
    const product = { type: 'RESERVED_ACCOUNT', reference: 'chidi-1' };
    expect(judgeCredit('T1', holder, { ...record, product })).toEqual({
      kind: 'other-account',
      reference: 'chidi-1',
    });
  });

  it.each([
    ['of a checkout', { product: { type: 'WEB_SDK', reference: 'order-1' } }],
    ['that names neither the account nor its customer', { product: null, customer: null }],
    ['of another customer', { product: null, customer: { email: 'chidi@example.com' } }],
    ['in another currency', { currency: 'USD' }],
  ])('%s is odd, with the amount at risk', (_what, part) => {
    expect(judgeCredit('T1', holder, { ...record, ...part })).toMatchObject({
      shows: 'odd',
      about: 'identity-mismatch',
      amount: 250_000,
    });
  });

  it('without a product is accepted for the account’s own customer', () => {
    expect(judgeCredit('T1', holder, { ...record, product: null })).toMatchObject({ shows: 'money' });
  });
});
