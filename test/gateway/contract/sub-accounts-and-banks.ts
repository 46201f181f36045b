import { percent } from '../../../src/domain/money.js';
import type { SomeCases } from './case.js';

const SUB_ACCOUNT = {
  subAccountCode: 'MFY_SUB_123456789012',
  accountNumber: '0123456789',
  accountName: 'ADA OBI',
  currencyCode: 'NGN',
  email: 'ada@example.com',
  bankCode: '058',
  bankName: 'GTBank',
  defaultSplitPercentage: 20.87,
  settlementProfileCode: '123456789',
  settlementReportEmails: ['ada@example.com'],
};

const TERMS = {
  currencyCode: 'NGN',
  accountNumber: '0123456789',
  bankCode: '058',
  email: 'ada@example.com',
  defaultSplitPercentage: percent('20.87'),
} as const;

const TERMS_TEXT =
  '"currencyCode":"NGN","accountNumber":"0123456789","bankCode":"058","email":"ada@example.com",' +
  '"defaultSplitPercentage":20.87';

const BANK = {
  name: 'GTBank',
  code: '058',
  ussdTemplate: '*737*2*Amount*AccountNumber#',
  baseUssdCode: '*737#',
};

export const SUB_ACCOUNTS_AND_BANKS = {
  createSubAccounts: {
    request: { items: [TERMS] },
    sends: 'POST /api/v1/sub-accounts',
    body: `[{${TERMS_TEXT}}]`,
    replies: [SUB_ACCOUNT],
    gives: [{ subAccountCode: 'MFY_SUB_123456789012', defaultSplitPercentage: '20.87' }],
    refuses: [[500, '99', 'An error', 'outcome-unknown']],
  },
  listSubAccounts: {
    request: {},
    sends: 'GET /api/v1/sub-accounts',
    replies: [SUB_ACCOUNT],
    gives: [{ accountNumber: '0123456789' }],
  },
  updateSubAccount: {
    request: { subAccountCode: 'MFY_SUB_123456789012', ...TERMS },
    sends: 'PUT /api/v1/sub-accounts',
    body: `{"subAccountCode":"MFY_SUB_123456789012",${TERMS_TEXT}}`,
    replies: [SUB_ACCOUNT],
    gives: { subAccountCode: 'MFY_SUB_123456789012' },
    refuses: [[404, '99', 'Unknown sub account code', 'not-found']],
  },
  deleteSubAccount: {
    request: { subAccountCode: 'MFY_SUB_123456789012' },
    sends: 'DELETE /api/v1/sub-accounts/MFY_SUB_123456789012',
    replies: undefined,
    gives: undefined,
    refuses: [[404, '99', 'Unknown sub account code', 'not-found']],
  },
  enquireName: {
    request: { accountNumber: '0123456789', bankCode: '058' },
    sends: 'GET /api/v1/disbursements/account/validate?accountNumber=0123456789&bankCode=058',
    replies: { accountNumber: '0123456789', accountName: 'ADA OBI', bankCode: '058', currencyCode: 'NGN' },
    gives: { accountName: 'ADA OBI' },
    refuses: [[404, '99', 'Could not validate account', 'not-found']],
  },
  listBanks: {
    request: {},
    sends: 'GET /api/v1/banks',
    replies: [{ ...BANK, ussdTemplate: null, baseUssdCode: null, transferUssdTemplate: null }],
    gives: [{ name: 'GTBank', code: '058' }],
  },
  listUssdBanks: {
    request: {},
    sends: 'GET /api/v1/sdk/transactions/banks',
    replies: [BANK],
    gives: [{ baseUssdCode: '*737#' }],
  },
} satisfies SomeCases;
