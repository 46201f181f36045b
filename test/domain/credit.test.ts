import { describe, expect, it } from 'vitest';
import { type CreditRecord, judgeCredit } from '../../src/domain/reserved-account/credit.js';
import { kobo } from '../../src/domain/money.js';

const holder = { reference: 'ada-1', currency: 'NGN', email: 'ada@example.com' };

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
      kind: 'credit',
      credit: {
        transactionReference: 'T1',
        amountKobo: 250_000,
        method: 'ACCOUNT_TRANSFER',
        at: '2026-03-01T10:00:00.000Z',
        payer: { accountName: 'CHIDI EZE', accountNumber: '******0001', bankCode: '000013' },
      },
    });
  });

  it.each([
    ['of another transaction', { transactionReference: 'T2' }, 'the reply was about another transaction'],
    ['that is still PENDING', { paymentStatus: 'PENDING' }, 'the gateway reports PENDING'],
    ['that says PAID without money', { amountPaid: kobo(0) }, 'the gateway reports PAID'],
    ['with an unknown status', { paymentStatus: 'SOMETHING_NEW' }, 'the gateway reports SOMETHING_NEW'],
  ])('%s proves nothing yet', (_what, part, why) => {
    expect(judgeCredit('T1', holder, { ...record, ...part })).toEqual({ kind: 'wait', why });
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
  ])('%s becomes a review item with the amount at risk', (_what, part) => {
    expect(judgeCredit('T1', holder, { ...record, ...part })).toMatchObject({
      kind: 'doubt',
      atRiskKobo: 250_000,
    });
  });

  it('without a product is accepted for the account’s own customer', () => {
    expect(judgeCredit('T1', holder, { ...record, product: null })).toMatchObject({ kind: 'credit' });
  });
});
