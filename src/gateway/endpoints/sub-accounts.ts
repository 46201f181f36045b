import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';

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
  settlementReportEmails: take.maybeTexts,
});

const TERMS = {
  currencyCode: give.currency,
  accountNumber: give.accountNumber,
  bankCode: give.bankCode,
  email: give.email,
  defaultSplitPercentage: give.percentage,
};

const ANSWERS = { 'not-found': NOT_FOUND } as const;
const PUBLIC = 'public interface description';

export const createSubAccounts = defineEndpoint({
  name: 'createSubAccounts',
  group: 'Sub accounts',
  summary: 'Create sub-accounts that payments can be split among',
  method: 'POST',
  path: '/api/v1/sub-accounts',
  effect: 'changes',
  request: z.strictObject({ items: z.array(z.strictObject(TERMS)).min(1) }),
  bodyFrom: 'items',
  reply: take.list(subAccount),
  absence: { listing: 'listSubAccounts', by: ['accountNumber', 'bankCode'] },
  source: `specification; array form and record from the ${PUBLIC}`,
});

export const listSubAccounts = defineEndpoint({
  name: 'listSubAccounts',
  group: 'Sub accounts',
  summary: 'List all sub-accounts',
  method: 'GET',
  path: '/api/v1/sub-accounts',
  effect: 'reads',
  request: z.strictObject({}),
  reply: take.list(subAccount),
  source: PUBLIC,
});

export const updateSubAccount = defineEndpoint({
  name: 'updateSubAccount',
  group: 'Sub accounts',
  summary: 'Update a sub-account',
  method: 'PUT',
  path: '/api/v1/sub-accounts',
  effect: 'changes',
  request: z.strictObject({ subAccountCode: give.text(64), ...TERMS }),
  // an older text shows the reply as an array of one
  reply: z.union([
    subAccount,
    take.list(subAccount).transform(([first], context) => {
      if (!first) context.addIssue({ code: 'custom', message: 'is empty' });
      return first ?? z.NEVER;
    }),
  ]),
  answers: ANSWERS,
  absence: { repeat: 'setting the same values twice changes nothing' },
  source: PUBLIC,
});

export const deleteSubAccount = defineEndpoint({
  name: 'deleteSubAccount',
  group: 'Sub accounts',
  summary: 'Delete a sub-account',
  method: 'DELETE',
  path: '/api/v1/sub-accounts/{subAccountCode}',
  effect: 'changes',
  request: z.strictObject({ subAccountCode: give.text(64) }),
  reply: take.nothing,
  answers: ANSWERS,
  absence: { status: 'listSubAccounts', reason: 'it is not listed once it is deleted' },
  source: PUBLIC,
});
