import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, INSUFFICIENT_FUNDS, NOT_FOUND, under } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';

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

const accepted = take.record({
  amount: take.naira,
  reference: take.text,
  status: transferStatus,
  dateCreated: take.maybeTime,
  totalFee: take.maybeNaira,
  destinationAccountName: take.maybeText,
  destinationBankName: take.maybeText,
  destinationAccountNumber: take.maybeText,
  destinationBankCode: take.maybeText,
  sessionId: take.maybeText,
  comment: take.maybeText,
});

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

export const initiateTransfer = defineEndpoint({
  name: 'initiateTransfer',
  group: 'Transfers',
  summary: "Transfer from the merchant's wallet to a bank account",
  method: 'POST',
  path: '/api/v2/disbursements/single',
  effect: 'moves-money',
  request: z.strictObject({
    ...TRANSFER_TERMS,
    destinationAccountName: give.text(),
    sourceAccountNumber: give.accountNumber,
    async: z.boolean().optional(),
    senderInfo: z
      .strictObject({
        sourceAccountNumber: give.accountNumber,
        sourceAccountName: give.text(),
        senderBankCode: give.bankCode,
        sourceAccountBvn: give.bvn.optional(),
      })
      .optional(),
  }),
  reply: accepted,
  reference: 'reference',
  answers: DISBURSEMENT_ANSWERS,
  failures: DISBURSEMENT_FAILURES,
  absence: { read: 'getTransfer', by: 'reference' },
  source: 'specification',
});

export const validateTransferOtp = defineEndpoint({
  name: 'validateTransferOtp',
  group: 'Transfers',
  summary: 'Authorize a transfer with the OTP from the e-mail',
  method: 'POST',
  path: '/api/v2/disbursements/single/validate-otp',
  effect: 'moves-money',
  request: z.strictObject({ reference: give.anyReference, authorizationCode: give.digits(4, 10) }),
  secrets: ['authorizationCode'],
  reply: accepted,
  reference: 'reference',
  answers: AUTHORISATION_ANSWERS,
  failures: DISBURSEMENT_FAILURES,
  absence: {
    status: 'getTransfer',
    reason: 'PENDING_AUTHORIZATION, seen twice after a delay, means that it was not authorized',
  },
  source: 'specification; fields from the public interface description',
});

export const resendTransferOtp = defineEndpoint({
  name: 'resendTransferOtp',
  group: 'Transfers',
  summary: 'Resend the OTP of a transfer',
  method: 'POST',
  path: '/api/v2/disbursements/single/resend-otp',
  effect: 'changes',
  request: z.strictObject({ reference: give.anyReference }),
  reply: take.maybe(take.record({ message: take.maybeText })),
  answers: FOUND_OR_NOT,
  absence: { repeat: 'a new OTP only replaces the previous one' },
  source: 'specification; fields from the public interface description',
});

export const getTransfer = defineEndpoint({
  name: 'getTransfer',
  group: 'Transfers',
  summary: 'Status of a transfer',
  method: 'GET',
  path: '/api/v2/disbursements/single/summary',
  effect: 'reads',
  request: z.strictObject({ reference: give.anyReference }),
  reply: transferRecord,
  answers: FOUND_OR_NOT,
  source: 'specification; record from the public interface description',
});

const paging = { pageSize: give.pageSize.optional(), pageNo: give.pageNumber.optional() };

export const listTransfers = defineEndpoint({
  name: 'listTransfers',
  group: 'Transfers',
  summary: 'List single transfers',
  method: 'GET',
  path: '/api/v2/disbursements/single/transactions',
  effect: 'reads',
  request: z.strictObject(paging),
  reply: take.page(transferRecord),
  source: 'specification; record from the public interface description',
});

export const searchTransfers = defineEndpoint({
  name: 'searchTransfers',
  group: 'Transfers',
  summary: 'List the transfers out of one wallet by time and amount',
  method: 'GET',
  path: '/api/v2/disbursements/search-transactions',
  effect: 'reads',
  request: z.strictObject({
    sourceAccountNumber: give.accountNumber,
    ...paging,
    startDate: give.unixMs.optional(),
    endDate: give.unixMs.optional(),
    amountFrom: give.amountFilter.optional(),
    amountTo: give.amountFilter.optional(),
  }),
  reply: take.page(transferRecord),
  source: 'specification; record from the public interface description',
});

export const getWalletBalance = defineEndpoint({
  name: 'getWalletBalance',
  group: 'Transfers',
  summary: "Balance of the merchant's wallet",
  method: 'GET',
  path: '/api/v2/disbursements/wallet-balance',
  effect: 'reads',
  request: z.strictObject({ accountNumber: give.accountNumber }),
  reply: take.record({ availableBalance: take.naira, ledgerBalance: take.maybeNaira }),
  source: 'specification; record from the public interface description',
});
