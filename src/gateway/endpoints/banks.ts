import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';

const PUBLIC = 'public interface description';

const bank = take.record({
  name: take.shownText,
  code: take.text,
  ussdTemplate: take.maybeText,
  baseUssdCode: take.maybeText,
  transferUssdTemplate: take.maybeText,
});

export const enquireName = defineEndpoint({
  name: 'enquireName',
  group: 'Banks',
  summary: 'Look up the account name that a bank holds',
  method: 'GET',
  path: '/api/v1/disbursements/account/validate',
  effect: 'reads',
  request: z.strictObject({ accountNumber: give.accountNumber, bankCode: give.bankCode }),
  reply: take.record({
    accountNumber: take.text,
    accountName: take.text,
    bankCode: take.maybeText,
    currencyCode: take.maybeText,
  }),
  answers: { 'not-found': [{ status: 404 }, { status: 400 }, { status: 422 }] },
  source: PUBLIC,
});

export const listBanks = defineEndpoint({
  name: 'listBanks',
  group: 'Banks',
  summary: 'List banks and their codes',
  method: 'GET',
  path: '/api/v1/banks',
  effect: 'reads',
  request: z.strictObject({}),
  reply: take.list(bank),
  source: PUBLIC,
});

export const listUssdBanks = defineEndpoint({
  name: 'listUssdBanks',
  group: 'Banks',
  summary: 'List the banks that support USSD payments',
  method: 'GET',
  path: '/api/v1/sdk/transactions/banks',
  effect: 'reads',
  request: z.strictObject({}),
  reply: take.list(bank),
  source: PUBLIC,
});
