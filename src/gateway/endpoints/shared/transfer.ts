import { ALREADY_EXISTS, INSUFFICIENT_FUNDS, NOT_FOUND, under } from '../../reading/refusals.js';
import * as give from '../../formats/request-fields.js';
import * as take from '../../reading/reply-fields.js';

/** 99 on a disbursement means "unexpected": the money may be on its way, whatever the HTTP status is. */
export const DISBURSEMENT_FAILURES = { '99': 'outcome-unknown', D06: 'not-authorised' } as const;

/** D01 only means that something went wrong; its message, if known, shows what. */
export const DISBURSEMENT_ANSWERS = {
  'reference-used': [{ code: 'D05' }, ...under('D01', ALREADY_EXISTS)],
  'insufficient-funds': [{ code: 'D04' }, ...under('D01', INSUFFICIENT_FUNDS)],
  'duplicate-within-two-minutes': [{ code: 'D07' }],
  declined: [{ code: 'D01' }, { code: 'D03' }],
} as const;

export const AUTHORISATION_ANSWERS = {
  'not-found': [{ code: 'D02' }, ...under('D01', NOT_FOUND)],
  declined: [{ code: 'D01' }, { code: 'D03' }],
} as const;

export const FOUND_OR_NOT = { 'not-found': [{ code: 'D02' }, ...NOT_FOUND] } as const;

export const transferStatus = take.word(
  'PENDING',
  'SUCCESS',
  'FAILED',
  'REVERSED',
  'PENDING_AUTHORIZATION',
  'OTP_EMAIL_DISPATCH_FAILED',
  'PENDING_BATCH_AUTHORIZATION',
  'AWAITING_PROCESSING',
  'IN_PROGRESS',
  'COMPLETED',
  'EXPIRED',
);

/** The record of status, lists and search; the name is missing when the name enquiry failed. */
export const transferRecord = take.record({
  amount: take.naira,
  reference: take.text,
  narration: take.maybeText,
  currency: take.maybeText,
  fee: take.maybeNaira,
  twoFaEnabled: take.maybeFlag,
  status: transferStatus,
  transactionDescription: take.maybeText,
  transactionReference: take.maybeText,
  createdOn: take.maybeTime,
  sourceAccountNumber: take.maybeText,
  destinationAccountNumber: take.maybeText,
  destinationAccountName: take.maybeText,
  destinationBankCode: take.maybeText,
  destinationBankName: take.maybeText,
});

/** What a transfer and a row of a batch have in common. */
export const TRANSFER_TERMS = {
  amount: give.amount(),
  reference: give.newReference,
  narration: give.text().min(3, { error: 'must be at least 3 characters' }),
  destinationBankCode: give.bankCode,
  destinationAccountNumber: give.accountNumber,
  currency: give.currency,
};
