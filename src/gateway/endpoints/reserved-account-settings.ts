import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { INVALID_IDENTITY, NO_RESERVED_ACCOUNT } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { paymentSources, reservedAccount } from './shared/reserved-account.js';

const FOUND_OR_NOT = { 'not-found': NO_RESERVED_ACCOUNT } as const;
const IDENTIFIED = { ...FOUND_OR_NOT, 'invalid-identity': INVALID_IDENTITY } as const;

export const addLinkedAccounts = defineEndpoint({
  name: 'addLinkedAccounts',
  group: 'Reserved accounts',
  summary: 'Link accounts at further banks to a reserved account',
  method: 'PUT',
  path: '/api/v1/bank-transfer/reserved-accounts/add-linked-accounts/{accountReference}',
  effect: 'changes',
  request: z.strictObject({
    accountReference: give.anyReference,
    getAllAvailableBanks: z.boolean(),
    preferredBanks: z.array(give.bankCode).optional(),
  }),
  reply: take.maybe(reservedAccount),
  answers: FOUND_OR_NOT,
  absence: { listing: 'getReservedAccount', by: ['accounts'] },
  source: 'specification; record from the public interface description',
});

export const updateReservedAccountBvn = defineEndpoint({
  name: 'updateReservedAccountBvn',
  group: 'Reserved accounts',
  summary: "Set the customer's BVN on a reserved account",
  method: 'PUT',
  path: '/api/v1/bank-transfer/reserved-accounts/update-customer-bvn/{accountReference}',
  effect: 'changes',
  request: z.strictObject({ accountReference: give.anyReference, bvn: give.bvn }),
  reply: take.maybe(reservedAccount),
  answers: IDENTIFIED,
  absence: { repeat: 'setting the same value twice changes nothing' },
  source: 'specification; record from the public interface description',
});

export const updatePaymentSourceFilter = defineEndpoint({
  name: 'updatePaymentSourceFilter',
  group: 'Reserved accounts',
  summary: 'Set the allowed payment sources of a reserved account',
  method: 'PUT',
  path: '/api/v1/bank-transfer/reserved-accounts/update-payment-source-filter/{accountReference}',
  effect: 'changes',
  request: z.strictObject({
    accountReference: give.anyReference,
    restrictPaymentSource: z.boolean(),
    // the endpoint that creates an account spells it without the s
    allowedPaymentSources: paymentSources.optional(),
  }),
  reply: take.maybe(
    take.record({ restrictPaymentSource: take.maybeFlag, allowedPaymentSources: take.nothing }),
  ),
  answers: FOUND_OR_NOT,
  absence: { repeat: 'setting the same value twice changes nothing' },
  source: 'specification',
});

export const updateIncomeSplit = defineEndpoint({
  name: 'updateIncomeSplit',
  group: 'Reserved accounts',
  summary: 'Set how payments into a reserved account are split among sub-accounts',
  method: 'PUT',
  path: '/api/v1/bank-transfer/reserved-accounts/update-income-split-config/{accountReference}',
  effect: 'changes',
  request: z.strictObject({ accountReference: give.anyReference, items: give.incomeSplitConfig }),
  bodyFrom: 'items',
  reply: take.record({
    code: take.maybeText,
    reservedAccountCode: take.maybeText,
    feeBearer: take.maybeText,
    configDetails: take.maybeIncomeSplit,
  }),
  answers: FOUND_OR_NOT,
  absence: { repeat: 'setting the same value twice changes nothing' },
  source: 'specification',
});

export const updateKycInfo = defineEndpoint({
  name: 'updateKycInfo',
  group: 'Reserved accounts',
  summary: "Set the customer's BVN or NIN on a reserved account",
  method: 'PUT',
  path: '/api/v1/bank-transfer/reserved-accounts/{accountReference}/kyc-info',
  effect: 'changes',
  request: z
    .strictObject({ accountReference: give.anyReference, ...give.IDENTITY })
    .refine(give.hasIdentity, give.IDENTITY_MISSING),
  reply: take.record({
    accountReference: take.text,
    accountName: take.maybeText,
    customerEmail: take.maybeText,
    customerName: take.maybeText,
    bvn: take.maybeText,
    nin: take.maybeText,
  }),
  answers: IDENTIFIED,
  absence: { repeat: 'setting the same value twice changes nothing' },
  source: 'specification',
});
