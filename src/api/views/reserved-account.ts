import { z } from 'zod';
import { UNREAD_REASONS } from '../../domain/compare/unread.js';
import { ACCOUNT_KINDS, ACCOUNT_TRANSITIONS } from '../../domain/reserved-account/reserved-account.js';
import {
  amountOf,
  countsOf,
  currency,
  customer,
  naira,
  optionalAmountOf,
  reason,
  reference,
  splitItem,
  statesOf,
  sums,
  unexpected,
} from './fields.js';
import { STANDING } from './standing.js';

const masked = z.string().optional().meta({ description: 'masked' });

const sources = z.strictObject({
  restricted: z.boolean(),
  allowed: z
    .strictObject({
      bvns: z.array(z.string()).optional(),
      bankAccounts: z.array(z.strictObject({ accountNumber: z.string(), bankCode: z.string() })).optional(),
      accountNames: z.array(z.string()).optional(),
    })
    .optional(),
});

export const reservedAccountView = z
  .strictObject({
    reference,
    kind: z.enum(ACCOUNT_KINDS),
    state: statesOf(ACCOUNT_TRANSITIONS),
    reason,
    unexpected,
    accountName: z.string(),
    currency,
    limitProfileCode: z.string().optional(),
    customer,
    bvn: masked,
    nin: masked,
    accounts: z.array(
      z.strictObject({
        bankCode: z.string().optional(),
        bankName: z.string().optional(),
        accountNumber: z.string(),
        accountName: z.string().optional(),
      }),
    ),
    paymentSources: sources,
    incomeSplit: z.array(splitItem),
    credited: z.strictObject(sums),
    ...STANDING,
  })
  .meta({ id: 'ReservedAccount' });

const credit = z
  .strictObject({
    transactionReference: z.string(),
    ...amountOf('amount'),
    method: z.string().optional(),
    at: z.string().optional(),
    payer: z
      .strictObject({
        accountName: z.string().optional(),
        accountNumber: z.string().optional(),
        bankCode: z.string().optional(),
      })
      .optional(),
    sources: z.int().optional(),
    ...optionalAmountOf('refunded'),
  })
  .meta({ id: 'Credit' });

export const creditsView = z
  .strictObject({ reference, ...sums, credits: z.array(credit) })
  .meta({ id: 'Credits' });

export const accountSweepView = z
  .strictObject({
    found: z.int().meta({ description: 'credits for which no event had arrived' }),
    unread: countsOf(UNREAD_REASONS)
      .meta({ description: 'how much of the listing could not be read, by reason' })
      .optional(),
  })
  .meta({ id: 'AccountSweep' });

export const accountTransactionsView = z
  .strictObject({
    reference,
    total: z.int().nullish(),
    transactions: z.array(
      z.strictObject({
        transactionReference: z.string(),
        state: z.string(),
        ...amountOf('amount'),
        fee: naira.optional(),
        method: z.string().nullish(),
        createdAt: z.string().nullish(),
        completedAt: z.string().nullish(),
      }),
    ),
  })
  .meta({ id: 'AccountTransactions' });
