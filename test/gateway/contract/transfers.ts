import { kobo } from '../../../src/domain/money.js';
import type { SomeCases, Refusal } from './case.js';
import { PAGE } from './transactions.js';

export const RECORD = {
  amount: 200,
  reference: 'pay-1',
  narration: 'Salary',
  currency: 'NGN',
  fee: 10,
  twoFaEnabled: false,
  status: 'SUCCESS',
  transactionDescription: 'Approved or completed successfully',
  transactionReference: 'MFDS20260131101530ABCDEF',
  createdOn: '2026-01-31T09:15:30.000+0000',
  sourceAccountNumber: '1234567890',
  destinationAccountNumber: '0123456789',
  destinationAccountName: 'ADA OBI',
  destinationBankCode: '058',
  destinationBankName: 'GTBank',
};

const ACCEPTED = {
  amount: 200,
  reference: 'pay-1',
  status: 'PENDING_AUTHORIZATION',
  dateCreated: '2026-01-31T09:15:30.000+00:00',
  totalFee: 10.0,
  destinationAccountName: 'ADA OBI',
  destinationBankName: 'GTBank',
  destinationAccountNumber: '0123456789',
  destinationBankCode: '058',
};

export const DISBURSEMENT_REFUSALS: readonly Refusal[] = [
  [400, 'D05', 'Supplied reference already exists!', 'reference-used'],
  [200, 'D05', 'Supplied reference already exists!', 'reference-used'],
  [400, 'D04', 'Insufficient balance', 'insufficient-funds'],
  [500, 'D04', 'Insufficient balance', 'insufficient-funds'],
  [400, 'D07', 'Duplicate request', 'duplicate-within-two-minutes'],
  [400, 'D01', 'Something went wrong', 'declined'],
  [400, 'D03', 'Invalid account details', 'declined'],
  [400, 'D06', 'Not authorised', 'not-authorised'],
  [400, '99', 'An unexpected error', 'outcome-unknown'],
  [200, '99', 'An unexpected error', 'outcome-unknown'],
  [500, '99', 'An unexpected error', 'outcome-unknown'],
];

const OTP_REFUSALS: readonly Refusal[] = [
  [400, 'D01', 'Invalid OTP', 'declined'],
  [400, 'D02', 'Transaction does not exist', 'not-found'],
  [400, '99', 'An unexpected error', 'outcome-unknown'],
];

export const UNKNOWN_TRANSFER: readonly Refusal[] = [
  [404, '99', 'Could not find disbursement transaction for given reference', 'not-found'],
  [400, 'D02', 'Transaction does not exist', 'not-found'],
];

export const TRANSFERS = {
  initiateTransfer: {
    request: {
      amount: kobo(200_00),
      reference: 'pay-1',
      narration: 'Salary',
      destinationBankCode: '058',
      destinationAccountNumber: '0123456789',
      currency: 'NGN',
      destinationAccountName: 'Ada Obi',
      sourceAccountNumber: '1234567890',
    },
    sends: 'POST /api/v2/disbursements/single',
    body:
      '{"amount":200.00,"reference":"pay-1","narration":"Salary","destinationBankCode":"058",' +
      '"destinationAccountNumber":"0123456789","currency":"NGN","destinationAccountName":"Ada Obi",' +
      '"sourceAccountNumber":"1234567890"}',
    replies: ACCEPTED,
    gives: { amount: 200_00, status: 'PENDING_AUTHORIZATION', totalFee: 10_00 },
    refuses: DISBURSEMENT_REFUSALS,
  },
  validateTransferOtp: {
    request: { reference: 'pay-1', authorizationCode: '491763' },
    sends: 'POST /api/v2/disbursements/single/validate-otp',
    body: '{"reference":"pay-1","authorizationCode":"491763"}',
    replies: { ...ACCEPTED, status: 'SUCCESS' },
    gives: { status: 'SUCCESS' },
    refuses: OTP_REFUSALS,
  },
  resendTransferOtp: {
    request: { reference: 'pay-1' },
    sends: 'POST /api/v2/disbursements/single/resend-otp',
    body: '{"reference":"pay-1"}',
    replies: { message: 'Authorization code will be processed and sent to predefined email addresses(s)' },
    gives: {},
    refuses: UNKNOWN_TRANSFER,
  },
  getTransfer: {
    request: { reference: 'pay-1' },
    sends: 'GET /api/v2/disbursements/single/summary?reference=pay-1',
    replies: RECORD,
    gives: { amount: 200_00, fee: 10_00, status: 'SUCCESS', createdOn: '2026-01-31T09:15:30.000Z' },
    refuses: UNKNOWN_TRANSFER,
  },
  listTransfers: {
    request: { pageSize: 10, pageNo: 0 },
    sends: 'GET /api/v2/disbursements/single/transactions?pageSize=10&pageNo=0',
    replies: { content: [RECORD], ...PAGE },
    gives: { content: [{ reference: 'pay-1', amount: 200_00 }] },
  },
  searchTransfers: {
    request: {
      sourceAccountNumber: '1234567890',
      pageSize: 5,
      pageNo: 1,
      startDate: '2026-01-31T00:00:00.000Z',
      endDate: '2026-02-01T00:00:00.000Z',
      amountFrom: kobo(100_00),
      amountTo: kobo(500_00),
    },
    sends:
      'GET /api/v2/disbursements/search-transactions?sourceAccountNumber=1234567890&pageSize=5&pageNo=1' +
      '&startDate=1769817600000&endDate=1769904000000&amountFrom=100.00&amountTo=500.00',
    replies: { content: [RECORD], ...PAGE },
    gives: { content: [{ status: 'SUCCESS' }] },
  },
  getWalletBalance: {
    request: { accountNumber: '1234567890' },
    sends: 'GET /api/v2/disbursements/wallet-balance?accountNumber=1234567890',
    replies: { availableBalance: '4919798101.36', ledgerBalance: 4919798101.36 },
    gives: { availableBalance: 4919798101_36, ledgerBalance: 4919798101_36 },
    refuses: [[400, '99', 'Supplied account number does not belong to merchant', 'rejected-request']],
  },
} satisfies SomeCases;
