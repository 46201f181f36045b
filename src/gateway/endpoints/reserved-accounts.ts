import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, INVALID_IDENTITY, NO_RESERVED_ACCOUNT } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { paymentSources, reservedAccount } from './shared/reserved-account.js';
import { listRecord } from './shared/transaction-records.js';

const FOUND_OR_NOT = { 'not-found': NO_RESERVED_ACCOUNT } as const;
const CREATED = { 'reference-used': ALREADY_EXISTS, 'invalid-identity': INVALID_IDENTITY } as const;

const creation = {
  accountReference: give.newReference,
  accountName: give.text(),
  currencyCode: give.currency,
  contractCode: give.contractCode.optional(),
  customerEmail: give.email,
  customerName: give.text().optional(),
  ...give.IDENTITY,
};

export const createReservedAccount = defineEndpoint({
  name: 'createReservedAccount',
  group: 'Reserved accounts',
  summary: 'Reserve virtual accounts for a customer',
  method: 'POST',
  path: '/api/v2/bank-transfer/reserved-accounts',
  effect: 'changes',
  request: z
    .strictObject({
      ...creation,
      getAllAvailableBanks: z.literal(true).default(true),
      incomeSplitConfig: give.incomeSplitConfig.optional(),
      restrictPaymentSource: z.boolean().optional(),
      allowedPaymentSource: paymentSources.optional(),
    })
    .refine(give.hasIdentity, give.IDENTITY_MISSING)
    .refine((given) => given.restrictPaymentSource !== true || given.allowedPaymentSource !== undefined, {
      path: ['allowedPaymentSource'],
      error: 'is required when restrictPaymentSource is true',
    }),
  supplies: { contractCode: 'contractCode' },
  reply: reservedAccount,
  reference: 'accountReference',
  answers: CREATED,
  absence: { read: 'getReservedAccount', by: 'accountReference' },
  source: 'specification',
});

export const createInvoiceReservedAccount = defineEndpoint({
  name: 'createInvoiceReservedAccount',
  group: 'Reserved accounts',
  summary: 'Reserve a virtual account that accepts money for invoices only',
  method: 'POST',
  path: '/api/v1/bank-transfer/reserved-accounts',
  effect: 'changes',
  request: z
    .strictObject({ ...creation, reservedAccountType: z.literal('INVOICE').default('INVOICE') })
    .refine(give.hasIdentity, give.IDENTITY_MISSING),
  supplies: { contractCode: 'contractCode' },
  reply: reservedAccount,
  reference: 'accountReference',
  answers: CREATED,
  absence: { read: 'getReservedAccount', by: 'accountReference' },
  source: 'specification; record from the public interface description',
});

export const getReservedAccount = defineEndpoint({
  name: 'getReservedAccount',
  group: 'Reserved accounts',
  summary: 'Details of a reserved account',
  method: 'GET',
  path: '/api/v2/bank-transfer/reserved-accounts/{accountReference}',
  effect: 'reads',
  request: z.strictObject({ accountReference: give.anyReference }),
  reply: reservedAccount,
  answers: FOUND_OR_NOT,
  source: 'specification',
});

export const deallocateReservedAccount = defineEndpoint({
  name: 'deallocateReservedAccount',
  group: 'Reserved accounts',
  summary: 'Deallocate a reserved account',
  method: 'DELETE',
  path: '/api/v1/bank-transfer/reserved-accounts/reference/{accountReference}',
  effect: 'changes',
  request: z.strictObject({ accountReference: give.anyReference }),
  reply: take.maybe(reservedAccount),
  answers: FOUND_OR_NOT,
  absence: { status: 'getReservedAccount', reason: 'the account is not found once it is deallocated' },
  source: 'specification; record from the public interface description',
});

export const listReservedAccountTransactions = defineEndpoint({
  name: 'listReservedAccountTransactions',
  group: 'Reserved accounts',
  summary: 'List the payments into a reserved account',
  method: 'GET',
  path: '/api/v1/bank-transfer/reserved-accounts/transactions',
  effect: 'reads',
  request: z.strictObject({
    accountReference: give.anyReference,
    page: give.pageNumber.optional(),
    size: give.pageSize.optional(),
  }),
  reply: take.page(listRecord),
  answers: FOUND_OR_NOT,
  source: 'specification',
});
