import { kobo } from '../../../src/domain/money.js';
import type { SomeCases } from './case.js';
import { PAGE } from './transactions.js';

const BILLS = '/api/v1/vas/bills-payment';

const VEND = {
  vendReference: 'bill-1',
  transactionReference: 'MFBP260131101530AB12',
  vendStatus: 'SUCCESS',
  description: 'Successful',
  vendAmount: '500.0000',
  payableAmount: 490.0,
  commission: '10.0000',
  customerId: '08030000000',
  productCode: 'MTN_VTU',
  productName: 'MTN airtime',
  billerCode: 'MTN',
  billerName: 'MTN',
};

const WALLET = {
  walletName: 'Ada savings',
  walletReference: 'wallet-1',
  customerName: 'Ada Obi',
  customerEmail: 'ada@example.com',
  feeBearer: 'SELF',
  bvnDetails: { bvn: '12345678901', bvnDateOfBirth: '1990-01-31' },
  accountNumber: '8000000001',
  accountName: 'Ada savings',
  topUpAccountDetails: { accountNumber: '5000012345', createdOn: '2026-01-31T09:15:30.000+0000' },
};

const PAYCODE = {
  paycode: '********12',
  transactionReference: 'MFY-0123456789abcdef0123456789abcdef',
  paycodeReference: 'cash-1',
  beneficiaryName: 'Ada Obi',
  amount: 500,
  fee: 20.0,
  transactionStatus: 'PENDING',
  expiryDate: '2026-02-01 10:00:00',
  createdOn: '2026-01-31 10:15:30',
};

const NO_PAYCODE = [404, '99', 'Unknown paycode', 'not-found'] as const;

export const BILLS_CASES = {
  listBillerCategories: {
    request: { page: 0, size: 20 },
    sends: `GET ${BILLS}/biller-categories?page=0&size=20`,
    replies: { content: [{ code: 'AIRTIME', name: 'Airtime' }], totalElements: 1, nextPage: null },
    gives: { content: [{ code: 'AIRTIME' }] },
  },
  listBillers: {
    request: { page: 0, category_code: 'AIRTIME' },
    sends: `GET ${BILLS}/billers?page=0&category_code=AIRTIME`,
    replies: { content: [{ code: 'MTN', name: 'MTN', categories: [{ code: 'AIRTIME', name: 'Airtime' }] }] },
    gives: { content: [{ code: 'MTN' }] },
  },
  listBillerProducts: {
    request: { biller_code: 'MTN', page: 0, size: 20 },
    sends: `GET ${BILLS}/biller-products?biller_code=MTN&page=0&size=20`,
    replies: {
      content: [
        {
          code: 'MTN_VTU',
          name: 'MTN airtime',
          category: { code: 'AIRTIME', name: 'Airtime' },
          biller: { code: 'MTN', name: 'MTN' },
          minAmount: '50.0000',
          maxAmount: null,
          price: null,
          priceType: 'OPEN',
        },
      ],
    },
    gives: { content: [{ minAmount: 50_00, maxAmount: null, price: null, priceType: 'OPEN' }] },
  },
  validateBillCustomer: {
    request: { productCode: 'MTN_VTU', customerId: '08030000000' },
    sends: `POST ${BILLS}/validate-customer`,
    body: '{"productCode":"MTN_VTU","customerId":"08030000000"}',
    replies: {
      customerName: 'Ada Obi',
      priceType: 'OPEN',
      price: 0,
      vendInstruction: { requireValidationRef: true, validationReference: 'v-1' },
    },
    gives: { price: 0, vendInstruction: { validationReference: 'v-1' } },
    refuses: [
      [400, '99', 'ProductCode is required', 'invalid'],
      [404, '99', 'Unknown customer', 'not-found'],
    ],
  },
  vendBill: {
    request: {
      productCode: 'MTN_VTU',
      customerId: '08030000000',
      amount: kobo(500_00),
      reference: 'bill-1',
      validationReference: 'v-1',
      phoneNumber: '08030000000',
    },
    sends: `POST ${BILLS}/vend`,
    body:
      '{"productCode":"MTN_VTU","customerId":"08030000000","amount":500.00,"reference":"bill-1",' +
      '"validationReference":"v-1","phoneNumber":"08030000000"}',
    replies: VEND,
    gives: { vendAmount: 500_00, payableAmount: 490_00, commission: 10_00 },
    refuses: [
      [400, '99', 'Duplicate reference', 'reference-used'],
      [400, '99', 'Insufficient wallet balance', 'insufficient-funds'],
      [400, '99', 'Invalid MSISDN Provided', 'rejected-request'],
      [500, '99', 'An error', 'outcome-unknown'],
    ],
  },
  requeryBill: {
    request: { reference: 'bill-1' },
    sends: `GET ${BILLS}/requery?reference=bill-1`,
    replies: VEND,
    gives: { vendStatus: 'SUCCESS' },
    refuses: [[404, '99', 'Transaction not found for reference: bill-1', 'not-found']],
  },
} satisfies SomeCases;

export const WALLETS_AND_PAYCODES = {
  createWallet: {
    request: {
      walletReference: 'wallet-1',
      walletName: 'Ada savings',
      customerName: 'Ada Obi',
      customerEmail: 'ada@example.com',
      bvnDetails: { bvn: '12345678901', bvnDateOfBirth: '1990-01-31' },
    },
    sends: 'POST /api/v1/disbursements/wallet',
    body:
      '{"walletReference":"wallet-1","walletName":"Ada savings","customerName":"Ada Obi",' +
      '"customerEmail":"ada@example.com","bvnDetails":{"bvn":"12345678901","bvnDateOfBirth":"1990-01-31"}}',
    replies: WALLET,
    gives: { topUpAccountDetails: { createdOn: '2026-01-31T09:15:30.000Z' } },
    refuses: [[422, '99', 'Wallet reference already exists', 'reference-used']],
  },
  listWallets: {
    request: { walletReference: 'wallet-1', pageSize: 10, pageNo: 0 },
    sends: 'GET /api/v1/disbursements/wallet?walletReference=wallet-1&pageSize=10&pageNo=0',
    replies: { content: [WALLET], ...PAGE },
    gives: { content: [{ walletReference: 'wallet-1' }] },
  },
  getCustomerWalletBalance: {
    request: { walletReference: 'wallet-1' },
    sends: 'GET /api/v1/disbursements/wallet/balance?walletReference=wallet-1',
    replies: { availableBalance: 10, ledgerBalance: 10.55 },
    gives: { availableBalance: 10_00, ledgerBalance: 10_55 },
    refuses: [[404, '99', 'Unknown wallet', 'not-found']],
  },
  listWalletTransactions: {
    request: { accountNumber: '8000000001', pageSize: 10, pageNo: 0 },
    sends: 'GET /api/v1/disbursements/wallet/transactions?accountNumber=8000000001&pageSize=10&pageNo=0',
    replies: {
      content: [
        {
          walletTransactionReference: 'w-1',
          availableBalanceBefore: 10,
          availableBalanceAfter: 5,
          amount: 5,
          transactionDate: '2026-01-31T09:15:30.000+0000',
          transactionType: 'DEBIT',
          message: null,
          narration: 'Fee',
          status: 'COMPLETED',
        },
      ],
      ...PAGE,
    },
    gives: { content: [{ amount: 5_00, availableBalanceAfter: 5_00, transactionType: 'DEBIT' }] },
    refuses: [[404, '99', 'Could not find wallet', 'not-found']],
  },
  createPaycode: {
    request: {
      beneficiaryName: 'Ada Obi',
      amount: kobo(500_00),
      paycodeReference: 'cash-1',
      expiryDate: '2026-02-01T09:00:00.000Z',
    },
    sends: 'POST /api/v1/paycode',
    body:
      '{"beneficiaryName":"Ada Obi","amount":500.00,"paycodeReference":"cash-1",' +
      '"expiryDate":"2026-02-01 10:00:00","clientId":"MK_TEST_ABCDEFGHIJ"}',
    replies: PAYCODE,
    gives: { amount: 500_00, fee: 20_00, expiryDate: '2026-02-01T09:00:00.000Z' },
    refuses: [
      [400, '99', 'Transaction reference already exist.', 'reference-used'],
      [422, '99', 'Insufficient wallet balance', 'insufficient-funds'],
      [400, '99', 'Invalid paycode expiry date', 'rejected-request'],
    ],
  },
  listPaycodes: {
    request: { transactionStatus: 'PENDING', from: '2026-01-31T00:00:00.000Z' },
    sends: 'GET /api/v1/paycode?transactionStatus=PENDING&from=1769817600000',
    replies: [PAYCODE],
    gives: { content: [{ paycodeReference: 'cash-1' }] },
  },
  getPaycode: {
    request: { paycodeReference: 'cash-1' },
    sends: 'GET /api/v1/paycode/cash-1',
    replies: PAYCODE,
    gives: { paycode: '********12' },
    refuses: [NO_PAYCODE],
  },
  revealPaycode: {
    request: { paycodeReference: 'cash-1' },
    sends: 'GET /api/v1/paycode/cash-1/authorize',
    replies: { ...PAYCODE, paycode: '1234567812' },
    gives: { paycode: '1234567812' },
    refuses: [NO_PAYCODE],
  },
  cancelPaycode: {
    request: { paycodeReference: 'cash-1' },
    sends: 'DELETE /api/v1/paycode/cash-1',
    replies: { ...PAYCODE, transactionStatus: 'CANCELLED', cancelDate: '2026-01-31 11:00:00' },
    gives: { transactionStatus: 'CANCELLED', cancelDate: '2026-01-31T10:00:00.000Z' },
    refuses: [NO_PAYCODE],
  },
  resendFailedNotifications: {
    request: { startDate: '2026-01-31T00:00:00.000Z', endDate: '2026-01-31T12:00:00.500Z' },
    sends: 'POST /api/v1/transaction-notification/resend-failed-notifications',
    body: '{"startDate":"2026-01-31T01:00:00.000","endDate":"2026-01-31T13:00:00.500"}',
    replies: { recordsFound: 2 },
    gives: { recordsFound: 2 },
  },
} satisfies SomeCases;
