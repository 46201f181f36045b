import { kobo } from '../../../src/domain/money.js';
import { PAID } from '../../fixtures/gateway/records.js';
import type { SomeCases } from './case.js';
import { PAGE } from './transactions.js';

const REFUND = {
  refundReference: 'back-1',
  transactionReference: 'MNFY|09|20260131101530|000123',
  refundReason: 'Too small',
  customerNote: 'Shoes returned',
  refundAmount: 100.0,
  refundType: 'PARTIAL_REFUND',
  refundStatus: 'PENDING',
  refundStrategy: 'MERCHANT_WALLET',
  comment: 'Transaction refund response is awaiting processing',
  createdOn: '31/01/2026 10:15:30 AM',
  completedOn: '',
};

export const REFUNDS_AND_SETTLEMENTS = {
  initiateRefund: {
    request: {
      transactionReference: 'MNFY|09|20260131101530|000123',
      refundAmount: kobo(100_00),
      refundReference: 'back-1',
      refundReason: 'Too small',
      customerNote: 'Shoes returned',
      destinationAccountNumber: '0123456789',
      destinationAccountBankCode: '058',
    },
    sends: 'POST /api/v1/refunds/initiate-refund',
    body:
      '{"transactionReference":"MNFY|09|20260131101530|000123","refundAmount":100.00,' +
      '"refundReference":"back-1","refundReason":"Too small","customerNote":"Shoes returned",' +
      '"destinationAccountNumber":"0123456789","destinationAccountBankCode":"058"}',
    replies: REFUND,
    gives: { refundAmount: 100_00, createdOn: '2026-01-31T09:15:30.000Z', completedOn: null },
    refuses: [
      [400, 'R1', 'Unknown transaction', 'transaction-unknown'],
      [400, 'R2', 'Not permitted', 'not-refundable'],
      [400, 'R3', 'Above the transaction amount', 'more-than-paid'],
      [400, 'R4', 'Below the minimum', 'below-minimum'],
      [400, 'R5', 'Insufficient funds', 'insufficient-funds'],
      [400, 'R6', 'Invalid account', 'destination-needed'],
      [400, 'R8', 'Too long', 'rejected-request'],
      [400, 'R9', 'Reference used', 'reference-used'],
      [400, 'R10', 'Balance', 'try-later'],
      [400, 'R12', 'Already refunded', 'more-than-paid'],
      [400, 'M01', 'System error', 'outcome-unknown'],
      [200, '99', 'Error while processing', 'outcome-unknown'],
      [400, '99', 'Error while processing', 'rejected-request'],
    ],
  },
  getRefund: {
    request: { refundReference: 'back-1' },
    sends: 'GET /api/v1/refunds/back-1',
    replies: { ...REFUND, refundStatus: 'COMPLETED', completedOn: '31/01/2026 10:20:00 AM' },
    gives: { refundStatus: 'COMPLETED', completedOn: '2026-01-31T09:20:00.000Z' },
    refuses: [
      [400, 'R7', 'No refund with this reference', 'not-found'],
      [404, '99', 'No refund', 'not-found'],
    ],
  },
  listRefunds: {
    request: { page: 0, size: 20, transactionReference: 'MNFY|09|1|2' },
    sends: 'GET /api/v1/refunds?page=0&size=20&transactionReference=MNFY%7C09%7C1%7C2',
    replies: { content: [REFUND], ...PAGE, pageable: null, sort: null },
    gives: { content: [{ refundReference: 'back-1' }] },
  },
  listSettlementTransactions: {
    request: { reference: 'ABCDEFGHIJ0123456789', page: 1, size: 50 },
    sends:
      'GET /api/v1/transactions/find-by-settlement-reference?reference=ABCDEFGHIJ0123456789&page=1&size=50',
    replies: { content: [{ ...PAID, transactionHash: null }], ...PAGE },
    gives: { content: [{ settlementAmount: 98_99 }] },
    refuses: [[404, '99', 'Settlement not found', 'not-found']],
  },
  getSettlementDetail: {
    request: { transactionReference: 'MNFY|09|1|2' },
    sends: 'GET /api/v1/settlement-detail?transactionReference=MNFY%7C09%7C1%7C2',
    replies: {
      transaction: PAID,
      beneficiaries: [
        {
          beneficiaryType: 'MERCHANT',
          beneficiaryIncome: '98.99',
          incurredFee: 1.51,
          settlementStatus: 'COMPLETED',
          settlementInformation: { settlementReference: 'ABCDEFGHIJ0123456789', settlementAmount: '98.99' },
        },
      ],
    },
    gives: { beneficiaries: [{ beneficiaryIncome: 98_99, incurredFee: 1_51 }] },
    refuses: [[404, '99', 'Not settled', 'not-found']],
  },
} satisfies SomeCases;
