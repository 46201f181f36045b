import { kobo, percent } from '../../../src/domain/money.js';
import { INITIALIZED, PAID, VIRTUAL_ACCOUNT } from '../../fixtures/gateway/records.js';
import type { SomeCases } from './case.js';

const LISTED = {
  customerDTO: { email: 'ada@example.com', name: 'Ada Obi', merchantCode: 'ABC123' },
  createdOn: '2026-01-31T09:15:30.000+0000',
  completedOn: '2026-01-31T09:16:02.000+00:00',
  amount: 100.5,
  flagged: false,
  fee: 1.51,
  currencyCode: 'NGN',
  paymentDescription: 'Shoes',
  paymentStatus: 'PAID',
  transactionReference: 'MNFY|09|20260131101530|000123',
  paymentReference: 'order-1',
  merchantCode: 'ABC123',
  merchantName: 'Ade Stores',
  metaData: {},
  payableAmount: 100.5,
  completed: true,
  paymentMethodList: [],
  collectionChannel: 'WEB_SDK',
};

export const PAGE = {
  last: true,
  first: true,
  totalElements: 1,
  totalPages: 1,
  number: 0,
  size: 10,
  empty: false,
};

export const LISTED_PAGE = { content: [LISTED], ...PAGE };

const NOT_FOUND = [404, '99', "There's no transaction matching supplied reference.", 'not-found'] as const;

export const TRANSACTIONS = {
  login: {
    request: {},
    sends: 'POST /api/v1/auth/login',
    replies: { accessToken: 'eyJhbGciOi.eyJzdWIiOi.c2ln', expiresIn: 3600 },
    gives: { accessToken: 'eyJhbGciOi.eyJzdWIiOi.c2ln', expiresIn: 3600 },
    refuses: [[401, '99', '', 'not-authorised']],
  },
  initTransaction: {
    request: {
      amount: kobo(100_50),
      customerName: 'Ada "A" Obi',
      customerEmail: 'ada@example.com',
      paymentReference: 'order-1',
      paymentDescription: 'Shoes',
      currencyCode: 'NGN',
      contractCode: '1234567890',
      redirectUrl: 'https://shop.example/back',
      paymentMethods: ['CARD', 'ACCOUNT_TRANSFER'],
      incomeSplitConfig: [
        { subAccountCode: 'MFY_SUB_123456789012', feeBearer: true, splitPercentage: percent('12.5') },
        { subAccountCode: 'MFY_SUB_210987654321', splitAmount: kobo(10_05) },
      ],
      metaData: { basket: 7, note: '{"amount":0.01}' },
    },
    sends: 'POST /api/v1/merchant/transactions/init-transaction',
    body:
      '{"amount":100.50,"customerName":"Ada \\"A\\" Obi","customerEmail":"ada@example.com",' +
      '"paymentReference":"order-1","paymentDescription":"Shoes","currencyCode":"NGN",' +
      '"contractCode":"1234567890","redirectUrl":"https://shop.example/back",' +
      '"paymentMethods":["CARD","ACCOUNT_TRANSFER"],"incomeSplitConfig":[' +
      '{"subAccountCode":"MFY_SUB_123456789012","feeBearer":true,"splitPercentage":12.5},' +
      '{"subAccountCode":"MFY_SUB_210987654321","splitAmount":10.05}],' +
      '"metaData":{"basket":7,"note":"{\\"amount\\":0.01}"}}',
    replies: INITIALIZED,
    gives: INITIALIZED,
    refuses: [
      [422, '99', 'Duplicate payment reference', 'reference-used'],
      [422, '99', 'Could not find specified contract', 'rejected-request'],
      [400, '99', 'Field contractCode cannot be null', 'rejected-request'],
      [403, '99', 'Could not Authorize merchant', 'not-authorised'],
    ],
  },
  initBankTransfer: {
    request: { transactionReference: 'MNFY|09|20260131101530|000123', bankCode: '035' },
    sends: 'POST /api/v1/merchant/bank-transfer/init-payment',
    body: '{"transactionReference":"MNFY|09|20260131101530|000123","bankCode":"035"}',
    replies: VIRTUAL_ACCOUNT,
    gives: {
      accountNumber: '5000012345',
      amount: 100_50,
      fee: 0,
      totalPayable: 100_50,
      requestTime: '2026-01-31T09:15:30.123Z',
      expiresOn: '2026-01-31T09:55:30.000Z',
    },
    refuses: [
      [422, '99', 'could not find specified bank', 'rejected-request'],
      [422, '99', 'Invalid transaction reference supplied', 'rejected-request'],
    ],
  },
  searchTransactions: {
    request: {
      page: 0,
      size: 10,
      paymentReference: 'order 1&2',
      fromAmount: kobo(0),
      toAmount: kobo(1_000_00),
      customerEmail: 'ada+shop@example.com',
      paymentStatus: 'PAID',
      from: '2026-01-31T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
    },
    sends:
      'GET /api/v1/transactions/search?page=0&size=10&paymentReference=order%201%262&fromAmount=0.00' +
      '&toAmount=1000.00&customerEmail=ada%2Bshop%40example.com&paymentStatus=PAID' +
      '&from=1769817600000&to=1769904000000',
    replies: LISTED_PAGE,
    gives: {
      content: [
        {
          amount: 100_50,
          fee: 1_51,
          createdOn: '2026-01-31T09:15:30.000Z',
          completedOn: '2026-01-31T09:16:02.000Z',
        },
      ],
      last: true,
    },
  },
  getTransaction: {
    request: { transactionReference: 'MNFY|09|20260131101530|000123' },
    sends: 'GET /api/v2/transactions/MNFY%7C09%7C20260131101530%7C000123',
    replies: PAID,
    gives: { amountPaid: 100_50, settlementAmount: 98_99, paidOn: '2026-01-31T09:16:02.000Z' },
    refuses: [NOT_FOUND],
  },
  queryTransaction: {
    request: { paymentReference: 'order-1' },
    sends: 'GET /api/v2/merchant/transactions/query?paymentReference=order-1',
    // a transaction that is not paid yet
    replies: {
      ...PAID,
      paymentStatus: 'PENDING',
      amountPaid: '0.00',
      totalPayable: '0.00',
      settlementAmount: null,
      paidOn: null,
    },
    gives: { paymentStatus: 'PENDING', amountPaid: 0, settlementAmount: null, paidOn: null },
    refuses: [NOT_FOUND],
  },
} satisfies SomeCases;
