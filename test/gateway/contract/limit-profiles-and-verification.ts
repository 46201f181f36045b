import { kobo } from '../../../src/domain/money.js';
import type { SomeCases } from './case.js';
import { SINGLE_BANK } from './reserved-accounts.js';
import { PAGE } from './transactions.js';

const LIMITS = {
  limitProfileCode: 'ABCDEF012345',
  limitProfileName: 'Small',
  singleTransactionValue: 2000,
  dailyTransactionValue: 20000.0,
  dailyTransactionVolume: 50,
};

const PROFILE = {
  ...LIMITS,
  dateCreated: '31/01/2026 10:15:30 AM',
  lastModified: '31/01/2026 10:15:30 PM',
};

const TERMS = {
  limitProfileName: 'Small',
  singleTransactionValue: kobo(2_000_00),
  dailyTransactionValue: kobo(20_000_00),
  dailyTransactionVolume: 50,
};

const TERMS_TEXT =
  '"limitProfileName":"Small","singleTransactionValue":2000.00,"dailyTransactionValue":20000.00,' +
  '"dailyTransactionVolume":50';

export const LIMIT_PROFILES_AND_VERIFICATION = {
  createLimitProfile: {
    request: TERMS,
    sends: 'POST /api/v1/limit-profile/',
    body: `{${TERMS_TEXT}}`,
    replies: PROFILE,
    gives: { singleTransactionValue: 2_000_00, lastModified: '2026-01-31T21:15:30.000Z' },
    refuses: [[422, '99', 'Scheme Name Already Exists', 'name-used']],
  },
  listLimitProfiles: {
    request: { page: 0, size: 10 },
    sends: 'GET /api/v1/limit-profile/?page=0&size=10',
    replies: { content: [PROFILE], ...PAGE, pageable: null, sort: null },
    gives: { content: [{ limitProfileCode: 'ABCDEF012345' }] },
  },
  updateLimitProfile: {
    request: { limitProfileCode: 'ABCDEF012345', ...TERMS },
    sends: 'PUT /api/v1/limit-profile/ABCDEF012345',
    body: `{${TERMS_TEXT}}`,
    replies: PROFILE,
    gives: { dailyTransactionValue: 20_000_00 },
    refuses: [
      [404, '99', 'Unknown limit profile', 'not-found'],
      [422, '99', 'Scheme Name Already Exists', 'name-used'],
    ],
  },
  createLimitedReservedAccount: {
    request: {
      accountName: 'Ada',
      currencyCode: 'NGN',
      accountReference: 'ada-1',
      customerEmail: 'ada@example.com',
      customerName: 'Ada Obi',
      limitProfileCode: 'ABCDEF012345',
    },
    sends: 'POST /api/v1/bank-transfer/reserved-accounts/limit',
    body:
      '{"contractCode":"1234567890","accountName":"Ada","currencyCode":"NGN","accountReference":"ada-1",' +
      '"customerEmail":"ada@example.com","customerName":"Ada Obi","limitProfileCode":"ABCDEF012345"}',
    replies: { ...SINGLE_BANK, limitProfileConfig: LIMITS },
    gives: { limitProfileConfig: { singleTransactionValue: 2_000_00 } },
    refuses: [[422, '99', 'You can not reserve two accounts with the same reference', 'reference-used']],
  },
  updateReservedAccountLimit: {
    request: { accountReference: 'ada-1', limitProfileCode: 'ABCDEF012345' },
    sends: 'PUT /api/v1/bank-transfer/reserved-accounts/limit',
    body: '{"accountReference":"ada-1","limitProfileCode":"ABCDEF012345"}',
    replies: { ...SINGLE_BANK, limitProfileConfig: LIMITS },
    gives: { accountReference: 'ada-1' },
    refuses: [[404, '99', 'Cannot find reserved account', 'not-found']],
  },
  matchBvnDetails: {
    request: { bvn: '12345678901', name: 'Ada Obi', dateOfBirth: '1990-01-31', mobileNo: '08030000000' },
    sends: 'POST /api/v1/vas/bvn-details-match',
    body: '{"bvn":"12345678901","name":"Ada Obi","dateOfBirth":"31-Jan-1990","mobileNo":"08030000000"}',
    replies: {
      bvn: '12345678901',
      name: { matchStatus: 'PARTIAL_MATCH', matchPercentage: 80 },
      dateOfBirth: 'FULL_MATCH',
      mobileNo: 'NO_MATCH',
    },
    gives: { name: { matchStatus: 'PARTIAL_MATCH', matchPercentage: '80' }, mobileNo: 'NO_MATCH' },
    refuses: [[400, '99', 'Unknown', 'not-found']],
  },
  matchBvnAccount: {
    request: { bankCode: '058', accountNumber: '0123456789', bvn: '12345678901' },
    sends: 'POST /api/v1/vas/bvn-account-match',
    body: '{"bankCode":"058","accountNumber":"0123456789","bvn":"12345678901"}',
    replies: {
      bvn: '12345678901',
      accountNumber: '0123456789',
      accountName: 'ADA OBI',
      matchStatus: 'FULL_MATCH',
    },
    gives: { matchStatus: 'FULL_MATCH' },
    refuses: [[404, '99', 'Unknown', 'not-found']],
  },
  getNinDetails: {
    request: { nin: '12345678901' },
    sends: 'POST /api/v1/vas/nin-details',
    body: '{"nin":"12345678901"}',
    replies: { nin: '12345678901', lastName: 'OBI', firstName: 'ADA', dateOfBirth: '1990-01-31' },
    gives: { lastName: 'OBI', dateOfBirth: '1990-01-31' },
    refuses: [[400, '99', 'Unknown', 'not-found']],
  },
} satisfies SomeCases;
