import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import type { TransferTerms } from '../../../src/domain/transfer/transfer.js';
import { claimOf, judge, type TransferRecord } from '../../../src/domain/transfer/verdict.js';

const TERMS: TransferTerms = {
  reference: 'salary-1',
  amountKobo: kobo(500_000),
  currency: 'NGN',
  destination: { bankCode: '058', accountNumber: '0123456789', accountName: 'Ada Obi' },
  narration: 'Salary',
};

const RECORD: TransferRecord = {
  reference: 'salary-1',
  amount: kobo(500_000),
  status: 'SUCCESS',
  createdOn: '2026-01-15T09:00:00.000Z',
};

const judged = (status: string, transactionDescription?: string) =>
  judge(TERMS, { ...RECORD, status, transactionDescription });

describe('the record of a transfer', () => {
  it.each([
    ['SUCCESS', 'money', 'SUCCESS'],
    ['COMPLETED', 'money', 'SUCCESS'],
    ['FAILED', 'end', 'FAILED'],
    ['EXPIRED', 'end', 'EXPIRED'],
    ['REVERSED', 'return', 'REVERSED'],
  ])('%s shows %s, as %s', (status, shows, word) => {
    expect(judged(status)).toMatchObject({ shows, word });
  });

  it.each(['PENDING', 'AWAITING_PROCESSING', 'IN_PROGRESS', 'UNDER_INVESTIGATION', ''])(
    '%s proves nothing: it is under way',
    (status) => {
      expect(judged(status)).toMatchObject({ shows: 'pending' });
    },
  );

  it.each(['PENDING_AUTHORIZATION', 'OTP_EMAIL_DISPATCH_FAILED'])('%s waits for the OTP', (status) => {
    expect(judged(status)).toMatchObject({ shows: 'authorising', word: status });
  });

  it.each([
    'Timed out at destination bank',
    'Delayed processing from NIP',
    'Bank not available',
    'Invalid session id',
    'Invalid response code',
    'Destination system malfunction',
    'Unable to complete at this time',
    'Processing in progress',
    'Processor malfunction',
  ])('FAILED with "%s" is no proof: its status is read again', (description) => {
    expect(judged('FAILED', description)).toMatchObject({ shows: 'pending' });
  });

  it.each([
    'Invalid destination account number',
    'Dormant account',
    'Name mismatch',
    'Unknown destination bank code',
    'Invalid amount',
    'Post-no-credit restriction',
    'Transaction rejected by destination',
    'Suspected fraud',
    'Beneficiary limit exceeded',
    'Sender not permitted',
    'Insufficient balance in wallet',
  ])('FAILED with "%s" is final', (description) => {
    expect(judged('FAILED', description)).toEqual({
      shows: 'end',
      word: 'FAILED',
      observed: `the gateway reports FAILED: ${description}`,
    });
  });

  it.each([
    ['another amount', { amount: kobo(500_001) }, 'asked ₦5,000.00'],
    ['another account', { destinationAccountNumber: '0000000000' }, 'another account'],
    ['another bank', { destinationBankCode: '044' }, 'another bank'],
    ['another currency', { currency: 'USD' }, 'USD'],
  ])('with %s is never believed', (_, part, reason) => {
    const reading = judge(TERMS, { ...RECORD, ...part });
    expect(reading).toMatchObject({ shows: 'odd', about: 'identity-mismatch', isForeign: true });
    expect(reading.shows === 'odd' && reading.reason).toContain(reason);
  });

  it('from before it was sent is for a person, and refuses nothing: two minutes are allowed for clocks', () => {
    const at = Date.parse('2026-01-15T09:00:00.000Z');
    expect(judge(TERMS, RECORD, at + 120_000)).toMatchObject({ shows: 'money' });
    const older = judge(TERMS, RECORD, at + 120_001);
    expect(older).toMatchObject({ shows: 'odd', about: 'identity-mismatch', amount: kobo(500_000) });
    expect(older).not.toHaveProperty('isForeign');
  });
});

it.each([
  ['SUCCESS', 'money'],
  ['COMPLETED', 'money'],
  ['REVERSED', 'return'],
  ['FAILED', undefined],
  [undefined, undefined],
])('an event that says %s claims %s', (status, claim) => expect(claimOf(status)).toBe(claim));
