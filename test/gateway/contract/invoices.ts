import { kobo } from '../../../src/domain/money.js';
import type { SomeCases, Refusal } from './case.js';
import { PAGE } from './transactions.js';

const INVOICE = {
  amount: 999.99,
  invoiceReference: 'inv-1',
  invoiceStatus: 'PENDING',
  description: 'January rent',
  contractCode: '1234567890',
  customerEmail: 'ada@example.com',
  customerName: 'Ada Obi',
  expiryDate: '2026-02-28 23:59:59',
  createdBy: 'MK_TEST_ABCDEFGHIJ',
  createdOn: '2026-01-31 10:15:30',
  checkoutUrl: 'https://checkout.example/inv-1',
  accountNumber: '5000012345',
  accountName: 'January rent',
  bankName: 'Wema Bank',
  bankCode: '035',
  transactionReference: 'MNFY|09|20260131101530|000123',
  incomeSplitConfig: [{ subAccountCode: 'MFY_SUB_123456789012', feePercentage: null, splitAmount: 0 }],
};

const UNKNOWN: Refusal = [404, '99', 'Invoice not found', 'not-found'];

export const INVOICES = {
  createInvoice: {
    request: {
      amount: kobo(999_99),
      currencyCode: 'NGN',
      invoiceReference: 'inv-1',
      customerName: 'Ada Obi',
      customerEmail: 'ada@example.com',
      description: 'January rent',
      expiryDate: '2026-02-28T22:59:59.000Z',
      accountReference: 'ada-1',
    },
    sends: 'POST /api/v1/invoice/create',
    body:
      '{"amount":999.99,"currencyCode":"NGN","invoiceReference":"inv-1","customerName":"Ada Obi",' +
      '"customerEmail":"ada@example.com","contractCode":"1234567890","description":"January rent",' +
      '"expiryDate":"2026-02-28 23:59:59","accountReference":"ada-1"}',
    replies: INVOICE,
    gives: { amount: 999_99, expiryDate: '2026-02-28T22:59:59.000Z', invoiceStatus: 'PENDING' },
    refuses: [
      [422, '99', 'Invoice with this reference already exists.', 'reference-used'],
      [422, '99', 'Invalid invoice expiry date.', 'rejected-request'],
      [422, '99', 'Unknown Contract Code provided.', 'rejected-request'],
    ],
  },
  getInvoice: {
    request: { invoiceReference: 'inv-1' },
    sends: 'GET /api/v1/invoice/inv-1/details',
    replies: INVOICE,
    gives: {
      createdOn: '2026-01-31T09:15:30.000Z',
      incomeSplitConfig: [{ feePercentage: null, splitAmount: 0 }],
    },
    refuses: [UNKNOWN],
  },
  listInvoices: {
    request: {},
    sends: 'GET /api/v1/invoice/all',
    replies: { content: [{ ...INVOICE, accountNumber: undefined }], ...PAGE },
    gives: { content: [{ invoiceReference: 'inv-1' }] },
  },
  cancelInvoice: {
    request: { invoiceReference: 'inv-1' },
    sends: 'DELETE /api/v1/invoice/inv-1/cancel',
    replies: { ...INVOICE, invoiceStatus: 'CANCELLED' },
    gives: { invoiceStatus: 'CANCELLED' },
    refuses: [UNKNOWN],
  },
} satisfies SomeCases;
