import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, INSUFFICIENT_FUNDS, NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';

const PUBLIC = 'public interface description';

const refund = take.record({
  refundReference: take.text,
  transactionReference: take.text,
  refundReason: take.maybeText,
  customerNote: take.maybeText,
  refundAmount: take.naira,
  refundType: take.maybeWord('FULL_REFUND', 'PARTIAL_REFUND'),
  refundStatus: take.word('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED'),
  refundStrategy: take.maybeText,
  comment: take.maybeText,
  createdOn: take.maybeTime,
  completedOn: take.maybeTime,
  reference: take.maybeText,
  destinationAccountNumber: take.maybeText,
  destinationAccountName: take.maybeText,
  destinationAccountBankCode: take.maybeText,
  destinationBankName: take.maybeText,
  currencyCode: take.maybeText,
});

export const initiateRefund = defineEndpoint({
  name: 'initiateRefund',
  group: 'Refunds',
  summary: "Refund a transfer payment from the merchant's wallet",
  method: 'POST',
  path: '/api/v1/refunds/initiate-refund',
  effect: 'moves-money',
  request: z
    .strictObject({
      transactionReference: give.anyReference,
      refundAmount: give.amount(),
      refundReference: give.newReference,
      refundReason: give.text(64),
      customerNote: give.text(16),
      destinationAccountNumber: give.accountNumber.optional(),
      destinationAccountBankCode: give.bankCode.optional(),
    })
    .refine(
      (given) =>
        (given.destinationAccountNumber === undefined) === (given.destinationAccountBankCode === undefined),
      { path: ['destinationAccountBankCode'], error: 'and destinationAccountNumber must be given together' },
    ),
  reply: refund,
  reference: 'refundReference',
  answers: {
    'reference-used': [{ code: 'R9' }, ...ALREADY_EXISTS],
    'insufficient-funds': [{ code: 'R5' }, ...INSUFFICIENT_FUNDS],
    'transaction-unknown': [{ code: 'R1' }],
    'not-refundable': [{ code: 'R2' }],
    'more-than-paid': [{ code: 'R3' }, { code: 'R12' }],
    'below-minimum': [{ code: 'R4' }],
    'destination-needed': [{ code: 'R6' }],
    'try-later': [{ code: 'R10' }, { code: 'R11' }],
  },
  failures: { M01: 'outcome-unknown', M02: 'outcome-unknown' },
  absence: { read: 'getRefund', by: 'refundReference' },
  source: PUBLIC,
});

export const getRefund = defineEndpoint({
  name: 'getRefund',
  group: 'Refunds',
  summary: 'Status of a refund',
  method: 'GET',
  path: '/api/v1/refunds/{refundReference}',
  effect: 'reads',
  request: z.strictObject({ refundReference: give.anyReference }),
  reply: refund,
  answers: { 'not-found': [{ code: 'R7' }, ...NOT_FOUND] },
  source: PUBLIC,
});

export const listRefunds = defineEndpoint({
  name: 'listRefunds',
  group: 'Refunds',
  summary: 'List refunds',
  method: 'GET',
  path: '/api/v1/refunds',
  effect: 'reads',
  request: z.strictObject({
    page: give.pageNumber.optional(),
    size: give.pageSize.optional(),
    transactionReference: give.anyReference.optional(),
    refundStatus: give.text().optional(),
    from: give.unixMs.optional(),
    to: give.unixMs.optional(),
  }),
  reply: take.page(refund),
  source: PUBLIC,
});
