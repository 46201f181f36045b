import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import {
  DISBURSEMENT_FAILURES,
  DISBURSEMENT_ANSWERS,
  AUTHORISATION_ANSWERS,
  FOUND_OR_NOT,
  transferStatus,
  transferRecord,
  TRANSFER_TERMS,
} from './shared/transfer.js';

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
    sourceAccountNumber: give.accountNumber.optional(),
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
  supplies: { sourceAccountNumber: 'wallet' },
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
    sourceAccountNumber: give.accountNumber.optional(),
    ...paging,
    startDate: give.unixMs.optional(),
    endDate: give.unixMs.optional(),
    amountFrom: give.amountFilter.optional(),
    amountTo: give.amountFilter.optional(),
  }),
  supplies: { sourceAccountNumber: 'wallet' },
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
  request: z.strictObject({ accountNumber: give.accountNumber.optional() }),
  supplies: { accountNumber: 'wallet' },
  reply: take.record({ availableBalance: take.naira, ledgerBalance: take.maybeNaira }),
  source: 'specification; record from the public interface description',
});
