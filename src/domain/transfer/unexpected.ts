import { ZERO } from '../money.js';
import type { TransferTerms } from './transfer.js';
import type { TransferRecord } from './verdict.js';

/** What is known of a transfer that was not created here, before its record was read. */
export const unknownTerms = (reference: string): TransferTerms => ({
  reference,
  amountKobo: ZERO,
  currency: 'NGN',
  destination: { bankCode: '', accountNumber: '', accountName: '' },
  narration: '',
});

export const termsOf = (record: TransferRecord & { readonly narration?: string | null }): TransferTerms => ({
  ...unknownTerms(record.reference),
  amountKobo: record.amount,
  destination: {
    bankCode: record.destinationBankCode ?? '',
    accountNumber: record.destinationAccountNumber ?? '',
    accountName: '',
  },
  narration: record.narration ?? '',
});
