import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { statusRecord } from './shared/transaction-records.js';

const PUBLIC = 'public interface description';

export const listSettlementTransactions = defineEndpoint({
  name: 'listSettlementTransactions',
  group: 'Settlements',
  summary: 'List the transactions of a settlement',
  method: 'GET',
  path: '/api/v1/transactions/find-by-settlement-reference',
  effect: 'reads',
  request: z.strictObject({
    reference: give.anyReference,
    page: give.pageNumber.optional(),
    size: give.pageSize.optional(),
  }),
  reply: take.page(statusRecord.extend({ transactionHash: take.maybeText })),
  answers: { 'not-found': NOT_FOUND },
  source: PUBLIC,
});

const beneficiary = take.record({
  beneficiaryType: take.maybeText,
  beneficiaryCode: take.maybeText,
  beneficiaryIncome: take.maybeNaira,
  incurredFee: take.maybeNaira,
  settlementStatus: take.maybeText,
  settlementInformation: take.maybe(
    take.record({
      settledDate: take.maybeTime,
      settlementReference: take.maybeText,
      settlementAmount: take.maybeNaira,
      settlementFee: take.maybeNaira,
      destinationAccountNumber: take.maybeText,
      destinationAccountName: take.maybeText,
      destinationBankName: take.maybeText,
      destinationBankCode: take.maybeText,
    }),
  ),
});

export const getSettlementDetail = defineEndpoint({
  name: 'getSettlementDetail',
  group: 'Settlements',
  summary: 'Settlement of a transaction',
  method: 'GET',
  path: '/api/v1/settlement-detail',
  effect: 'reads',
  request: z.strictObject({ transactionReference: give.anyReference }),
  // two shapes are documented: one settlement, or one for each beneficiary of a split payment
  reply: take.record({
    transactionReference: take.maybeText,
    settlementReference: take.maybeText,
    settlementDate: take.maybeTime,
    settlementAmount: take.maybeNaira,
    currency: take.maybeText,
    transaction: take.maybe(statusRecord),
    beneficiaries: take.maybeList(beneficiary),
  }),
  answers: { 'not-found': NOT_FOUND },
  source: PUBLIC,
});
