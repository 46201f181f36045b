import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { toLocalTime } from '../formats/times.js';

const mandateStatus = take.word(
  'INITIATED',
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PENDING_ACTIVATION',
  'ACTIVE',
  'ACTIVATED',
  'AUTHORIZATION_EXPIRED',
  'EXPIRED',
  'CANCELLED',
  'SUSPENDED',
  'FAILED',
  'REJECTED',
);

/** It can be {} where text is expected, which is documented and not reported as drift. */
const looseMessage = z
  .unknown()
  .transform((message) => (typeof message === 'string' ? message : null))
  .optional();

const changed = take.record({
  responseMessage: looseMessage,
  mandateReference: take.maybeText,
  mandateCode: take.text,
  mandateStatus,
});

const mandate = take
  .record({
    mandateCode: take.text,
    externalMandateReference: take.maybeText,
    mandateReference: take.maybeText,
    startDate: take.maybeTime,
    endDate: take.maybeTime,
    mandateStatus,
    mandateAmount: take.maybeNaira,
    debitAmount: take.maybeNaira,
    contractCode: take.maybeText,
    autoRenew: take.maybeFlag,
    customerPhoneNumber: take.maybeText,
    customerEmailAddress: take.maybeText,
    customerAddress: take.maybeText,
    customerName: take.maybeText,
    customerAccountName: take.maybeText,
    customerAccountNumber: take.maybeText,
    customerAccountBankCode: take.maybeText,
    mandateDescription: take.maybeText,
    authorizationMessage: take.maybeText,
    authorizationLink: take.maybeText,
    schemeCode: take.maybeText,
    responseMessage: looseMessage,
  })
  // two spellings are documented for the merchant's own reference
  .transform(({ mandateReference, ...rest }) => ({
    ...rest,
    externalMandateReference: rest.externalMandateReference ?? mandateReference ?? null,
  }));

const debit = take.record({
  transactionStatus: take.word('PENDING', 'PAID', 'SUCCESS', 'FAILED'),
  responseMessage: looseMessage,
  transactionReference: take.maybeText,
  paymentReference: take.text,
  debitAmount: take.maybeNaira,
  narration: take.maybeText,
  mandateCode: take.maybeText,
});

const ANSWERS = { 'not-found': NOT_FOUND } as const;
const localTime = give.instant.transform(toLocalTime);

export const createMandate = defineEndpoint({
  name: 'createMandate',
  group: 'Direct debit',
  summary: "Create a mandate to debit a customer's bank account; the gateway writes to the customer",
  method: 'POST',
  path: '/api/v1/direct-debit/mandate/create',
  effect: 'changes',
  request: z.strictObject({
    contractCode: give.contractCode.optional(),
    mandateReference: give.newReference,
    autoRenew: z.boolean().optional(),
    customerName: give.text(),
    customerEmailAddress: give.email,
    customerPhoneNumber: give.text(20),
    customerAddress: give.text(),
    customerAccountNumber: give.accountNumber,
    customerAccountBankCode: give.bankCode,
    customerAccountName: give.text().optional(),
    mandateDescription: give.text(),
    mandateStartDate: localTime,
    mandateEndDate: localTime,
    mandateAmount: give.amount().optional(),
    debitAmount: give.amount().optional(),
    customerCancellation: z.boolean().optional(),
    redirectUrl: give.url.optional(),
  }),
  supplies: { contractCode: 'contractCode' },
  reply: changed,
  reference: 'mandateReference',
  answers: { 'reference-used': ALREADY_EXISTS },
  absence: { read: 'getMandate', by: 'mandateReferences' },
  source: 'specification',
});

export const getMandate = defineEndpoint({
  name: 'getMandate',
  group: 'Direct debit',
  summary: "A mandate by the merchant's reference; an empty list when there is none",
  method: 'GET',
  path: '/api/v1/direct-debit/mandate/',
  effect: 'reads',
  request: z.strictObject({ mandateReferences: give.anyReference }),
  reply: take.list(mandate),
  answers: ANSWERS,
  source: 'specification',
});

export const listMandates = defineEndpoint({
  name: 'listMandates',
  group: 'Direct debit',
  summary: 'List the mandates of at most 90 days',
  method: 'GET',
  path: '/api/v1/direct-debit/mandates',
  effect: 'reads',
  request: z.strictObject({
    startDate: localTime,
    endDate: localTime,
    pageNumber: give.pageNumber.optional(),
    pageSize: give.pageSize.optional(),
  }),
  reply: take.record({
    content: take.list(mandate),
    totalElements: take.maybeCount,
    totalPages: take.maybeCount,
    pageNumber: take.maybeCount,
    pageSize: take.maybeCount,
    last: take.maybeFlag,
  }),
  source: 'seen on the public sandbox',
});

export const debitMandate = defineEndpoint({
  name: 'debitMandate',
  group: 'Direct debit',
  summary: "Debit a customer's bank account under an active mandate",
  method: 'POST',
  path: '/api/v1/direct-debit/mandate/debit',
  effect: 'moves-money',
  request: z.strictObject({
    paymentReference: give.newReference,
    mandateCode: give.anyReference,
    debitAmount: give.amountText(),
    narration: give.text(),
    customerEmail: give.email,
    incomeSplitConfig: give.incomeSplitConfig.optional(),
  }),
  reply: debit,
  reference: 'paymentReference',
  answers: { 'reference-used': ALREADY_EXISTS },
  absence: { read: 'getDebit', by: 'paymentReference' },
  source: 'specification',
});

export const getDebit = defineEndpoint({
  name: 'getDebit',
  group: 'Direct debit',
  summary: 'Status of a debit',
  method: 'GET',
  path: '/api/v1/direct-debit/mandate/debit-status',
  effect: 'reads',
  request: z.strictObject({ paymentReference: give.anyReference }),
  reply: debit,
  answers: ANSWERS,
  source: 'specification',
});

export const cancelMandate = defineEndpoint({
  name: 'cancelMandate',
  group: 'Direct debit',
  summary: 'Request the cancellation of a mandate, which takes effect later',
  method: 'PATCH',
  path: '/api/v1/direct-debit/mandate/cancel-mandate/{mandateCode}',
  effect: 'changes',
  request: z.strictObject({ mandateCode: give.anyReference }),
  reply: changed,
  answers: ANSWERS,
  absence: { status: 'getMandate', reason: 'its mandateStatus shows when it is cancelled' },
  source: 'specification',
});
