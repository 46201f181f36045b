import { percent } from '../../../src/domain/money.js';
import type { SomeCases, Refusal } from './case.js';
import { LISTED_PAGE } from './transactions.js';

export const SINGLE_BANK = {
  contractCode: '1234567890',
  accountReference: 'ada-1',
  accountName: 'Ada',
  currencyCode: 'NGN',
  customerEmail: 'ada@example.com',
  customerName: 'Ada Obi',
  accountNumber: '5000012345',
  bankName: 'Wema Bank',
  bankCode: '035',
  collectionChannel: 'RESERVED_ACCOUNT',
  reservationReference: 'ABCDEFGHIJ0123456789',
  reservedAccountType: 'INVOICE',
  status: 'INACTIVE',
  createdOn: '2026-01-31T09:15:30.123Z',
  incomeSplitConfig: [],
  bvn: '12345678901',
  restrictPaymentSource: false,
};

const MULTI_BANK = {
  ...SINGLE_BANK,
  accountNumber: undefined,
  bankName: undefined,
  bankCode: undefined,
  accounts: [{ bankCode: '035', bankName: 'Wema Bank', accountNumber: '5000012345', accountName: 'Ada' }],
  reservedAccountType: 'GENERAL',
  status: 'ACTIVE',
  createdOn: '2026-01-31 10:15:30.123',
};

const UNKNOWN: Refusal = [404, '99', 'Cannot find reserved account', 'not-found'];
const BAD_BVN: Refusal = [400, '99', 'Invalid bvn provided', 'invalid-identity'];
const TAKEN: Refusal = [
  422,
  '99',
  'You can not reserve two accounts with the same reference',
  'reference-used',
];
const ACCOUNTS = '/api/v1/bank-transfer/reserved-accounts';

export const RESERVED_ACCOUNTS = {
  createReservedAccount: {
    request: {
      accountReference: 'ada-1',
      accountName: 'Ada',
      currencyCode: 'NGN',
      customerEmail: 'ada@example.com',
      customerName: 'Ada Obi',
      bvn: '12345678901',
      restrictPaymentSource: true,
      allowedPaymentSource: { bankAccounts: [{ accountNumber: '0123456789', bankCode: '058' }] },
    },
    sends: 'POST /api/v2/bank-transfer/reserved-accounts',
    body:
      '{"accountReference":"ada-1","accountName":"Ada","currencyCode":"NGN","contractCode":"1234567890",' +
      '"customerEmail":"ada@example.com","customerName":"Ada Obi","bvn":"12345678901",' +
      '"getAllAvailableBanks":true,"restrictPaymentSource":true,"allowedPaymentSource":' +
      '{"bankAccounts":[{"accountNumber":"0123456789","bankCode":"058"}]}}',
    replies: MULTI_BANK,
    gives: { accounts: [{ accountNumber: '5000012345' }], createdOn: '2026-01-31T09:15:30.123Z' },
    refuses: [TAKEN, BAD_BVN, [422, '99', 'Invalid contract code supplied.', 'rejected-request']],
  },
  createInvoiceReservedAccount: {
    request: {
      accountReference: 'ada-1',
      accountName: 'Ada',
      currencyCode: 'NGN',
      customerEmail: 'ada@example.com',
      nin: '12345678901',
    },
    sends: `POST ${ACCOUNTS}`,
    body:
      '{"accountReference":"ada-1","accountName":"Ada","currencyCode":"NGN","contractCode":"1234567890",' +
      '"customerEmail":"ada@example.com","nin":"12345678901","reservedAccountType":"INVOICE"}',
    replies: SINGLE_BANK,
    gives: { accountNumber: '5000012345', status: 'INACTIVE' },
    refuses: [TAKEN, BAD_BVN],
  },
  getReservedAccount: {
    request: { accountReference: 'ada-1' },
    sends: 'GET /api/v2/bank-transfer/reserved-accounts/ada-1',
    replies: {
      ...MULTI_BANK,
      contract: { name: 'Main', code: '1234567890', description: null },
      transactionCount: 3,
    },
    gives: { transactionCount: 3, status: 'ACTIVE' },
    refuses: [UNKNOWN],
  },
  addLinkedAccounts: {
    request: { accountReference: 'ada-1', getAllAvailableBanks: false, preferredBanks: ['050'] },
    sends: `PUT ${ACCOUNTS}/add-linked-accounts/ada-1`,
    body: '{"getAllAvailableBanks":false,"preferredBanks":["050"]}',
    replies: MULTI_BANK,
    gives: { accounts: [{ bankCode: '035' }] },
    refuses: [UNKNOWN],
  },
  updateReservedAccountBvn: {
    request: { accountReference: 'ada-1', bvn: '12345678901' },
    sends: `PUT ${ACCOUNTS}/update-customer-bvn/ada-1`,
    body: '{"bvn":"12345678901"}',
    replies: SINGLE_BANK,
    gives: { accountReference: 'ada-1' },
    refuses: [BAD_BVN, UNKNOWN],
  },
  updatePaymentSourceFilter: {
    request: {
      accountReference: 'ada-1',
      restrictPaymentSource: true,
      allowedPaymentSources: { bvns: ['12345678901'], accountNames: ['ADA OBI'] },
    },
    sends: `PUT ${ACCOUNTS}/update-payment-source-filter/ada-1`,
    body: '{"restrictPaymentSource":true,"allowedPaymentSources":{"bvns":["12345678901"],"accountNames":["ADA OBI"]}}',
    replies: { restrictPaymentSource: true, allowedPaymentSources: { bvns: ['12345678901'] } },
    gives: { restrictPaymentSource: true },
    refuses: [UNKNOWN],
  },
  updateIncomeSplit: {
    request: {
      accountReference: 'ada-1',
      items: [
        {
          subAccountCode: 'MFY_SUB_123456789012',
          feePercentage: percent('50'),
          splitPercentage: percent('20.25'),
          feeBearer: true,
        },
      ],
    },
    sends: `PUT ${ACCOUNTS}/update-income-split-config/ada-1`,
    body: '[{"subAccountCode":"MFY_SUB_123456789012","feeBearer":true,"feePercentage":50,"splitPercentage":20.25}]',
    replies: {
      code: 'ABCDEF0123',
      reservedAccountCode: 'X1',
      feeBearer: 'PARTIES',
      configDetails: [
        {
          subAccountCode: 'MFY_SUB_123456789012',
          feePercentage: 50.0,
          feeBearer: true,
          splitPercentage: 20.25,
          reservedAccountConfigCode: 'ABCDEF0123',
        },
      ],
    },
    gives: { configDetails: [{ feePercentage: '50', splitPercentage: '20.25' }] },
    refuses: [[400, '99', 'Unknown sub account code MFY_SUB_1', 'rejected-request'], UNKNOWN],
  },
  deallocateReservedAccount: {
    request: { accountReference: 'ada-1' },
    sends: `DELETE ${ACCOUNTS}/reference/ada-1`,
    replies: SINGLE_BANK,
    gives: { accountReference: 'ada-1' },
    refuses: [[400, '99', 'Cannot find reserved account', 'not-found']],
  },
  listReservedAccountTransactions: {
    request: { accountReference: 'ada-1', page: 0, size: 10 },
    sends: `GET ${ACCOUNTS}/transactions?accountReference=ada-1&page=0&size=10`,
    replies: LISTED_PAGE,
    gives: { content: [{ amount: 100_50 }] },
    refuses: [UNKNOWN],
  },
  updateKycInfo: {
    request: { accountReference: 'ada-1', bvn: '12345678901', nin: '10987654321' },
    sends: `PUT ${ACCOUNTS}/ada-1/kyc-info`,
    body: '{"bvn":"12345678901","nin":"10987654321"}',
    replies: {
      accountReference: 'ada-1',
      accountName: 'Ada',
      customerEmail: 'ada@example.com',
      bvn: '12345678901',
    },
    gives: { accountReference: 'ada-1' },
    refuses: [BAD_BVN, UNKNOWN],
  },
} satisfies SomeCases;
