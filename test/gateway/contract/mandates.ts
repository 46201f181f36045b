import { kobo } from '../../../src/domain/money.js';
import type { SomeCases, Refusal } from './case.js';

const CODE = 'MTDD|01HXYZABCDEFGHJKMNPQRSTVWX';

const MANDATE = {
  mandateCode: CODE,
  externalMandateReference: 'rent-1',
  startDate: '2026-02-01T09:15:30.000+0000',
  endDate: '2027-02-01T09:15:30.000+0000',
  mandateStatus: 'ACTIVE',
  mandateAmount: 120000,
  contractCode: '1234567890',
  autoRenew: false,
  customerPhoneNumber: '08030000000',
  customerEmailAddress: 'ada@example.com',
  customerAddress: '1 Marina, Lagos',
  customerName: 'Ada Obi',
  customerAccountName: 'ADA OBI',
  customerAccountNumber: '0123456789',
  customerAccountBankCode: '058',
  mandateDescription: 'Rent',
  debitAmount: null,
  authorizationMessage: null,
  authorizationLink: null,
};

const CHANGED = {
  responseMessage: 'ok',
  mandateReference: 'rent-1',
  mandateCode: CODE,
  mandateStatus: 'INITIATED',
};

const DEBIT = {
  transactionStatus: 'PENDING',
  responseMessage: {},
  transactionReference: 'MNFY|20260131101530|000123',
  paymentReference: 'rent--d1',
  debitAmount: 10000.5,
  narration: 'January',
  mandateCode: CODE,
};

const UNKNOWN: Refusal = [404, '99', 'Mandate not found', 'not-found'];

export const MANDATES = {
  createMandate: {
    request: {
      mandateReference: 'rent-1',
      autoRenew: false,
      customerName: 'Ada Obi',
      customerEmailAddress: 'ada@example.com',
      customerPhoneNumber: '08030000000',
      customerAddress: '1 Marina, Lagos',
      customerAccountNumber: '0123456789',
      customerAccountBankCode: '058',
      mandateDescription: 'Rent',
      mandateStartDate: '2026-02-01T09:15:30.000Z',
      mandateEndDate: '2027-02-01T09:15:30.000Z',
      mandateAmount: kobo(120_000_00),
    },
    sends: 'POST /api/v1/direct-debit/mandate/create',
    body:
      '{"contractCode":"1234567890","mandateReference":"rent-1","autoRenew":false,"customerName":"Ada Obi",' +
      '"customerEmailAddress":"ada@example.com","customerPhoneNumber":"08030000000",' +
      '"customerAddress":"1 Marina, Lagos","customerAccountNumber":"0123456789",' +
      '"customerAccountBankCode":"058","mandateDescription":"Rent",' +
      '"mandateStartDate":"2026-02-01T10:15:30","mandateEndDate":"2027-02-01T10:15:30",' +
      '"mandateAmount":120000.00}',
    replies: CHANGED,
    gives: CHANGED,
    refuses: [
      [404, '99', 'Mandate with provided mandate reference already exist.', 'reference-used'],
      [404, '99', 'Mandate start date cannot be in the past', 'rejected-request'],
    ],
  },
  getMandate: {
    request: { mandateReferences: 'rent-1' },
    sends: 'GET /api/v1/direct-debit/mandate/?mandateReferences=rent-1',
    replies: [MANDATE, { ...MANDATE, externalMandateReference: undefined, mandateReference: 'rent-2' }],
    gives: [
      {
        mandateAmount: 120_000_00,
        startDate: '2026-02-01T09:15:30.000Z',
        externalMandateReference: 'rent-1',
      },
      { externalMandateReference: 'rent-2' },
    ],
    refuses: [UNKNOWN],
  },
  listMandates: {
    request: { startDate: '2026-01-01T00:00:00.000Z', endDate: '2026-02-01T00:00:00.000Z' },
    sends:
      'GET /api/v1/direct-debit/mandates?startDate=2026-01-01T01%3A00%3A00&endDate=2026-02-01T01%3A00%3A00',
    replies: { content: [MANDATE], totalElements: 1, totalPages: 1, pageNumber: 0, pageSize: 10 },
    gives: { content: [{ mandateStatus: 'ACTIVE' }] },
  },
  debitMandate: {
    request: {
      paymentReference: 'rent--d1',
      mandateCode: CODE,
      debitAmount: kobo(10_000_50),
      narration: 'January',
      customerEmail: 'ada@example.com',
    },
    sends: 'POST /api/v1/direct-debit/mandate/debit',
    body:
      `{"paymentReference":"rent--d1","mandateCode":"${CODE}","debitAmount":"10000.50",` +
      '"narration":"January","customerEmail":"ada@example.com"}',
    replies: DEBIT,
    gives: { transactionStatus: 'PENDING', responseMessage: null, debitAmount: 10_000_50 },
    refuses: [
      [404, '99', 'Payment reference already exist', 'reference-used'],
      [404, '99', 'Mandate is not active', 'rejected-request'],
      [200, '99', 'An error', 'outcome-unknown'],
    ],
  },
  getDebit: {
    request: { paymentReference: 'rent--d1' },
    sends: 'GET /api/v1/direct-debit/mandate/debit-status?paymentReference=rent--d1',
    replies: { ...DEBIT, transactionStatus: 'PAID', responseMessage: 'Approved' },
    gives: { transactionStatus: 'PAID', responseMessage: 'Approved' },
    refuses: [[404, '99', 'Debit not found', 'not-found']],
  },
  cancelMandate: {
    request: { mandateCode: CODE },
    sends: 'PATCH /api/v1/direct-debit/mandate/cancel-mandate/MTDD%7C01HXYZABCDEFGHJKMNPQRSTVWX',
    replies: { ...CHANGED, mandateStatus: 'ACTIVE' },
    gives: { mandateStatus: 'ACTIVE' },
    refuses: [UNKNOWN],
  },
} satisfies SomeCases;
