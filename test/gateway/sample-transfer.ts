import { kobo } from '../../src/domain/money.js';
import { ok } from './loopback.js';

export const TRANSFER = {
  amount: kobo(200_00),
  reference: 'pay-1',
  narration: 'Salary',
  destinationBankCode: '058',
  destinationAccountNumber: '0123456789',
  destinationAccountName: 'Ada Obi',
  currency: 'NGN',
  sourceAccountNumber: '1234567890',
} as const;

/** The gateway's reply to it. */
export const ACCEPTED = ok({ amount: 200, reference: 'pay-1', status: 'SUCCESS' });
