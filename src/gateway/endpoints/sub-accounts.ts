import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import * as give from '../request-fields.js';
import * as take from '../reply-fields.js';

const subAccount = take.record({
  subAccountCode: take.text,
  accountNumber: take.maybeText,
  accountName: take.maybeText,
  currencyCode: take.maybeText,
  email: take.maybeText,
  bankCode: take.maybeText,
  bankName: take.maybeText,
  defaultSplitPercentage: take.maybePercentage,
  settlementProfileCode: take.maybeText,
  settlementReportEmails: z.array(z.string()).nullish(),
});

const TERMS = {
  currencyCode: give.currency,
  accountNumber: give.accountNumber,
  bankCode: give.bankCode,
  email: give.email,
  defaultSplitPercentage: give.percentage,
};

const NOT_FOUND = { 'not-found': [{ status: 404 }] } as const;
const PUBLIC = 'public interface description';

export const createSubAccounts = defineEndpoint({
  name: 'createSubAccounts',
  group: 'Sub accounts',
  summary: 'Creates sub accounts that payments can be split among',
  method: 'POST',
  path: '/api/v1/sub-accounts',
  effect: 'changes',
  request: z.strictObject({ items: z.array(z.strictObject(TERMS)).min(1) }),
  bodyFrom: 'items',
  reply: z.array(subAccount),
  absence: { listing: 'listSubAccounts', by: ['accountNumber', 'bankCode'] },
  source: `specification; array form and record from the ${PUBLIC}`,
});

export const listSubAccounts = defineEndpoint({
  name: 'listSubAccounts',
  group: 'Sub accounts',
  summary: 'Lists all sub accounts',
  method: 'GET',
  path: '/api/v1/sub-accounts',
  effect: 'reads',
  request: z.strictObject({}),
  reply: z.array(subAccount),
  source: PUBLIC,
});

export const updateSubAccount = defineEndpoint({
  name: 'updateSubAccount',
  group: 'Sub accounts',
  summary: 'Changes a sub account',
  method: 'PUT',
  path: '/api/v1/sub-accounts',
  effect: 'changes',
  request: z.strictObject({ subAccountCode: give.text(64), ...TERMS }),
  // an older text shows the answer as an array of one
  reply: z.union([
    subAccount,
    z
      .array(subAccount)
      .min(1)
      .transform(([first]) => first),
  ]),
  answers: NOT_FOUND,
  absence: { repeat: 'setting the same values twice changes nothing' },
  source: PUBLIC,
});

export const deleteSubAccount = defineEndpoint({
  name: 'deleteSubAccount',
  group: 'Sub accounts',
  summary: 'Removes a sub account',
  method: 'DELETE',
  path: '/api/v1/sub-accounts/{subAccountCode}',
  effect: 'changes',
  request: z.strictObject({ subAccountCode: give.text(64) }),
  reply: take.nothing,
  answers: NOT_FOUND,
  absence: { status: 'listSubAccounts', because: 'it is not listed once it has been removed' },
  source: PUBLIC,
});
