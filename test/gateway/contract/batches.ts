import { kobo } from '../../../src/domain/money.js';
import type { SomeCases } from './case.js';
import { PAGE } from './transactions.js';
import { DISBURSEMENT_REFUSALS, RECORD, UNKNOWN_TRANSFER } from './transfers.js';

const BATCH = {
  totalAmount: 2100,
  totalFee: 105.0,
  batchReference: 'payroll-1',
  transactionBatchReference: 'MFDB00120260131101530123456ABCDEF',
  batchStatus: 'AWAITING_PROCESSING',
  totalTransactionsCount: 2,
  dateCreated: '2026-01-31T09:15:30.000+0000',
};

export const BATCHES = {
  initiateBatch: {
    request: {
      title: 'January',
      batchReference: 'payroll-1',
      narration: 'Salaries',
      sourceAccountNumber: '1234567890',
      onValidationFailure: 'CONTINUE',
      notificationInterval: 25,
      transactionList: [
        {
          amount: kobo(1_300_00),
          reference: 'payroll--b1',
          narration: 'Salary',
          destinationBankCode: '058',
          destinationAccountNumber: '0123456789',
          currency: 'NGN',
        },
        {
          amount: kobo(800_05),
          reference: 'payroll--b2',
          narration: 'Salary',
          destinationBankCode: '035',
          destinationAccountNumber: '9876543210',
          currency: 'NGN',
          destinationAccountName: 'Bola Ade',
        },
      ],
    },
    sends: 'POST /api/v2/disbursements/batch',
    body:
      '{"title":"January","batchReference":"payroll-1","narration":"Salaries",' +
      '"sourceAccountNumber":"1234567890","onValidationFailure":"CONTINUE","notificationInterval":25,' +
      '"transactionList":[{"amount":1300.00,"reference":"payroll--b1","narration":"Salary",' +
      '"destinationBankCode":"058","destinationAccountNumber":"0123456789","currency":"NGN"},' +
      '{"amount":800.05,"reference":"payroll--b2","narration":"Salary","destinationBankCode":"035",' +
      '"destinationAccountNumber":"9876543210","currency":"NGN","destinationAccountName":"Bola Ade"}]}',
    replies: BATCH,
    gives: { totalAmount: 2100_00, totalFee: 105_00, batchStatus: 'AWAITING_PROCESSING' },
    refuses: DISBURSEMENT_REFUSALS,
  },
  validateBatchOtp: {
    request: { reference: 'payroll-1', authorizationCode: '49176312' },
    sends: 'POST /api/v2/disbursements/batch/validate-otp',
    body: '{"reference":"payroll-1","authorizationCode":"49176312"}',
    replies: BATCH,
    gives: { batchReference: 'payroll-1' },
    refuses: [
      [400, 'D01', 'Invalid OTP', 'declined'],
      [404, 'D02', 'Transaction does not exist', 'not-found'],
      [500, '99', 'An unexpected error', 'outcome-unknown'],
    ],
  },
  resendBatchOtp: {
    request: { batchReference: 'payroll-1' },
    sends: 'POST /api/v2/disbursements/batch/resend-otp',
    body: '{"batchReference":"payroll-1"}',
    replies: { message: 'sent', emailRecipients: null },
    gives: { message: 'sent' },
    refuses: UNKNOWN_TRANSFER,
  },
  listBatches: {
    request: { pageSize: 10, pageNo: 0 },
    sends: 'GET /api/v2/disbursements/bulk/transactions?pageSize=10&pageNo=0',
    replies: { content: [BATCH], ...PAGE },
    gives: { content: [{ batchReference: 'payroll-1', totalAmount: 2100_00 }] },
    refuses: [[404, '99', 'Not found: GET bulk/transactions', 'no-list']],
  },
  listWalletBatches: {
    request: { sourceAccountNumber: '1234567890', pageSize: 10, pageNo: 0 },
    sends: 'GET /api/v2/disbursements/bulk?sourceAccountNumber=1234567890&pageSize=10&pageNo=0',
    replies: { content: [BATCH], ...PAGE },
    gives: { content: [{ batchReference: 'payroll-1' }] },
    refuses: [[404, '99', 'Not found: GET bulk', 'no-list']],
  },
  listBatchTransfers: {
    request: { batchReference: 'payroll-1', pageSize: 100, pageNo: 2 },
    sends: 'GET /api/v2/disbursements/bulk/payroll-1/transactions?pageSize=100&pageNo=2',
    // the name of the account is absent when name enquiry failed
    replies: {
      content: [{ ...RECORD, status: 'FAILED', destinationAccountName: undefined }],
      ...PAGE,
    },
    gives: { content: [{ reference: 'pay-1', status: 'FAILED' }] },
    refuses: [[404, '99', 'Could not find batch', 'not-found']],
  },
  getBatchSummary: {
    request: { reference: 'payroll-1' },
    sends: 'GET /api/v2/disbursements/batch/summary?reference=payroll-1',
    replies: {
      title: 'January',
      totalAmount: 2100,
      totalFee: 20,
      batchReference: 'payroll-1',
      totalTransactionsCount: 2,
      initiator: 'api',
      failedCount: 1,
      successfulCount: 1,
      pendingCount: 0,
      pendingAmount: 0.0,
      failedAmount: 1300.0,
      successfulAmount: 800.0,
      batchStatus: 'COMPLETED',
      dateCreated: '2026-01-31T09:15:30.000+0000',
    },
    gives: { failedAmount: 1300_00, successfulAmount: 800_00, pendingAmount: 0, successfulCount: 1 },
    refuses: [[404, '99', 'Could not find batch', 'not-found']],
  },
} satisfies SomeCases;
