import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { reservedAccount } from './shared/reserved-account.js';

const PUBLIC = 'public interface description';

const limitProfile = take.record({
  limitProfileCode: take.text,
  limitProfileName: take.maybeText,
  singleTransactionValue: take.maybeNaira,
  dailyTransactionValue: take.maybeNaira,
  dailyTransactionVolume: take.maybeCount,
  dateCreated: take.maybeTime,
  lastModified: take.maybeTime,
});

const TERMS = {
  limitProfileName: give.text(),
  singleTransactionValue: give.amount(),
  dailyTransactionValue: give.amount(),
  dailyTransactionVolume: z.int({ error: 'must be a whole number from 1' }).min(1),
};

const NAME_USED = { 'name-used': ALREADY_EXISTS } as const;
const FOUND_OR_NOT = { 'not-found': NOT_FOUND } as const;

export const createLimitProfile = defineEndpoint({
  name: 'createLimitProfile',
  group: 'Limit profiles',
  summary: 'Create a limit profile for reserved accounts',
  method: 'POST',
  path: '/api/v1/limit-profile/',
  effect: 'changes',
  request: z.strictObject(TERMS),
  reply: limitProfile,
  answers: NAME_USED,
  absence: { listing: 'listLimitProfiles', by: ['limitProfileName'] },
  source: PUBLIC,
});

export const listLimitProfiles = defineEndpoint({
  name: 'listLimitProfiles',
  group: 'Limit profiles',
  summary: 'List limit profiles',
  method: 'GET',
  path: '/api/v1/limit-profile/',
  effect: 'reads',
  request: z.strictObject({ page: give.pageNumber.optional(), size: give.pageSize.optional() }),
  reply: take.page(limitProfile),
  source: PUBLIC,
});

export const updateLimitProfile = defineEndpoint({
  name: 'updateLimitProfile',
  group: 'Limit profiles',
  summary: 'Update a limit profile',
  method: 'PUT',
  path: '/api/v1/limit-profile/{limitProfileCode}',
  effect: 'changes',
  request: z.strictObject({ limitProfileCode: give.text(64), ...TERMS }),
  reply: limitProfile,
  answers: { ...FOUND_OR_NOT, ...NAME_USED },
  absence: { repeat: 'setting the same values twice changes nothing' },
  source: PUBLIC,
});

const limitProfileConfig = take.maybe(
  take.record({
    limitProfileCode: take.maybeText,
    limitProfileName: take.maybeText,
    singleTransactionValue: take.maybeNaira,
    dailyTransactionValue: take.maybeNaira,
    dailyTransactionVolume: take.maybeCount,
  }),
);

const limitedAccount = reservedAccount.extend({ limitProfileConfig });

export const createLimitedReservedAccount = defineEndpoint({
  name: 'createLimitedReservedAccount',
  group: 'Limit profiles',
  summary: 'Reserve a virtual account under a limit profile',
  method: 'POST',
  path: '/api/v1/bank-transfer/reserved-accounts/limit',
  effect: 'changes',
  request: z.strictObject({
    contractCode: give.contractCode.optional(),
    accountName: give.text(),
    currencyCode: give.currency,
    accountReference: give.newReference,
    customerEmail: give.email,
    customerName: give.text(),
    getAllAvailableBanks: z.boolean().optional(),
    preferredBanks: z.array(give.bankCode).optional(),
    limitProfileCode: give.text(64),
    ...give.IDENTITY,
  }),
  supplies: { contractCode: 'contractCode' },
  reply: limitedAccount,
  reference: 'accountReference',
  answers: { 'reference-used': ALREADY_EXISTS },
  absence: { read: 'getReservedAccount', by: 'accountReference' },
  source: PUBLIC,
});

export const updateReservedAccountLimit = defineEndpoint({
  name: 'updateReservedAccountLimit',
  group: 'Limit profiles',
  summary: 'Move a reserved account to another limit profile',
  method: 'PUT',
  path: '/api/v1/bank-transfer/reserved-accounts/limit',
  effect: 'changes',
  request: z.strictObject({ accountReference: give.anyReference, limitProfileCode: give.text(64) }),
  reply: limitedAccount,
  answers: FOUND_OR_NOT,
  absence: { repeat: 'setting the same value twice changes nothing' },
  source: PUBLIC,
});
