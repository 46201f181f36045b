import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import {
  AUTHORISATION_ANSWERS,
  DISBURSEMENT_ANSWERS,
  DISBURSEMENT_FAILURES,
  FOUND_OR_NOT,
  TRANSFER_TERMS,
  transferRecord,
} from './shared/transfer.js';

const batchStatus = take.word(
  'PENDING_AUTHORIZATION',
  'AWAITING_PROCESSING',
  'IN_PROGRESS',
  'COMPLETED',
  'EXPIRED',
);

const batch = take.record({
  totalAmount: take.maybeNaira,
  totalFee: take.maybeNaira,
  batchReference: take.text,
  transactionBatchReference: take.maybeText,
  batchStatus,
  totalTransactionsCount: take.maybeCount,
  dateCreated: take.maybeTime,
});

const row = z.strictObject({ ...TRANSFER_TERMS, destinationAccountName: give.text().optional() });

export const initiateBatch = defineEndpoint({
  name: 'initiateBatch',
  group: 'Transfers',
  summary: 'Send many transfers in one request',
  method: 'POST',
  path: '/api/v2/disbursements/batch',
  effect: 'moves-money',
  request: z.strictObject({
    title: give.text(),
    batchReference: give.newReference,
    narration: give.text(),
    sourceAccountNumber: give.accountNumber.optional(),
    onValidationFailure: z.literal(['CONTINUE', 'BREAK'], { error: 'must be CONTINUE or BREAK' }),
    notificationInterval: z.int().min(1).max(100),
    transactionList: z.array(row).min(1, { error: 'must have at least one row' }),
  }),
  supplies: { sourceAccountNumber: 'wallet' },
  reply: batch,
  reference: 'batchReference',
  answers: DISBURSEMENT_ANSWERS,
  failures: DISBURSEMENT_FAILURES,
  absence: { listing: 'listBatchTransfers', by: ['batchReference'] },
  source: 'specification; fields from the public interface description',
});

export const validateBatchOtp = defineEndpoint({
  name: 'validateBatchOtp',
  group: 'Transfers',
  summary: 'Authorize a batch with the OTP from the e-mail',
  method: 'POST',
  path: '/api/v2/disbursements/batch/validate-otp',
  effect: 'moves-money',
  // the gateway expects the batch reference under this name here, and under its own name when it resends an
  // OTP
  request: z.strictObject({ reference: give.anyReference, authorizationCode: give.digits(4, 10) }),
  secrets: ['authorizationCode'],
  reply: batch,
  reference: 'reference',
  answers: AUTHORISATION_ANSWERS,
  failures: DISBURSEMENT_FAILURES,
  absence: {
    status: 'listBatchTransfers',
    reason: 'rows that still wait for the OTP, seen twice after a delay, mean that it was not authorized',
  },
  source: 'specification; fields from the public interface description',
});

export const resendBatchOtp = defineEndpoint({
  name: 'resendBatchOtp',
  group: 'Transfers',
  summary: 'Resend the OTP of a batch',
  method: 'POST',
  path: '/api/v2/disbursements/batch/resend-otp',
  effect: 'changes',
  request: z.strictObject({ batchReference: give.anyReference }),
  reply: take.maybe(take.record({ message: take.maybeText, emailRecipients: take.nothing })),
  answers: FOUND_OR_NOT,
  absence: { repeat: 'a new OTP only replaces the previous one' },
  source: 'specification; fields from the public interface description',
});

/** One of the two lists may not exist. */
const THERE_OR_NOT = { 'no-list': [{ status: 404 }] } as const;

const paging = { pageSize: give.pageSize.optional(), pageNo: give.pageNumber.optional() };

export const listBatches = defineEndpoint({
  name: 'listBatches',
  group: 'Transfers',
  summary: 'List batches',
  method: 'GET',
  path: '/api/v2/disbursements/bulk/transactions',
  effect: 'reads',
  request: z.strictObject(paging),
  reply: take.page(batch),
  answers: THERE_OR_NOT,
  source: 'specification; record from the public interface description',
});

export const listWalletBatches = defineEndpoint({
  name: 'listWalletBatches',
  group: 'Transfers',
  summary: 'List the batches out of one wallet',
  method: 'GET',
  path: '/api/v2/disbursements/bulk',
  effect: 'reads',
  request: z.strictObject({ sourceAccountNumber: give.accountNumber.optional(), ...paging }),
  reply: take.page(batch),
  answers: THERE_OR_NOT,
  source: 'seen on the public sandbox',
});

export const listBatchTransfers = defineEndpoint({
  name: 'listBatchTransfers',
  group: 'Transfers',
  summary: 'List the rows of a batch with their states',
  method: 'GET',
  path: '/api/v2/disbursements/bulk/{batchReference}/transactions',
  effect: 'reads',
  request: z.strictObject({ batchReference: give.anyReference, ...paging }),
  reply: take.page(transferRecord),
  answers: FOUND_OR_NOT,
  source: 'specification; record from the public interface description',
});

export const getBatchSummary = defineEndpoint({
  name: 'getBatchSummary',
  group: 'Transfers',
  summary: 'Counts and sums of a completed batch',
  method: 'GET',
  path: '/api/v2/disbursements/batch/summary',
  effect: 'reads',
  request: z.strictObject({ reference: give.anyReference }),
  reply: take.record({
    title: take.maybeText,
    totalAmount: take.maybeNaira,
    totalFee: take.maybeNaira,
    batchReference: take.text,
    totalTransactionsCount: take.maybeCount,
    initiator: take.maybeText,
    failedCount: take.maybeCount,
    successfulCount: take.maybeCount,
    pendingCount: take.maybeCount,
    pendingAmount: take.maybeNaira,
    failedAmount: take.maybeNaira,
    successfulAmount: take.maybeNaira,
    batchStatus,
    dateCreated: take.maybeTime,
  }),
  answers: FOUND_OR_NOT,
  source: 'specification; record from the public interface description',
});
