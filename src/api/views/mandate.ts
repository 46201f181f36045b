import { z } from 'zod';
import { DEBIT_TRANSITIONS } from '../../domain/mandate/debit.js';
import { MANDATE_TRANSITIONS } from '../../domain/mandate/mandate.js';
import {
  amountOf,
  currency,
  day,
  optionalAmountOf,
  reason,
  reference,
  splitItem,
  statesOf,
  sums,
  time,
  unexpected,
} from './fields.js';
import { STANDING } from './standing.js';
import { PLAN } from './subscription.js';

const debited = z.strictObject(sums).meta({ description: 'all paid debits' });

export const mandateView = z
  .strictObject({
    reference,
    state: statesOf(MANDATE_TRANSITIONS),
    reason,
    gatewayStatus: z.string().optional(),
    unexpected,
    mandateCode: z.string().optional(),
    currency,
    ...optionalAmountOf('amount'),
    ...optionalAmountOf('debitAmount'),
    autoRenew: z.boolean(),
    customerCancellation: z.boolean(),
    startAt: time,
    endAt: time,
    description: z.string(),
    customer: z.strictObject({
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      address: z.string(),
    }),
    account: z.strictObject({
      bankCode: z.string(),
      accountNumber: z.string().meta({ description: 'masked' }),
      accountName: z.string().optional(),
    }),
    incomeSplit: z.array(splitItem).optional(),
    plan: z.strictObject({ ...PLAN, ...optionalAmountOf('amount'), attempts: z.int().optional() }).optional(),
    onDemand: z.boolean(),
    authorizationLink: z.string().optional(),
    authorizationMessage: z.string().optional(),
    nextDebitAt: time.optional(),
    missed: z.int().optional(),
    noDebits: z.strictObject({ since: time, reason: z.string() }).optional(),
    cancel: z
      .strictObject({
        requestedAt: time,
        acceptedAt: time.optional(),
        refusedAt: time.optional(),
        reason: z.string().optional(),
      })
      .optional(),
    debited,
    counted: z.strictObject(amountOf('sum')).meta({ description: 'paid, under way and unknown' }),
    ...STANDING,
  })
  .meta({ id: 'Mandate' });

export const debitView = z
  .strictObject({
    reference: z.string(),
    gatewayReference: z.string(),
    day: day.optional(),
    attempt: z.int().optional(),
    state: statesOf(DEBIT_TRANSITIONS),
    reason,
    safeToDebitAgain: z.boolean(),
    ...amountOf('amount'),
    narration: z.string(),
    requestedAt: time,
    dueAt: time,
    notAfter: time,
    sentAt: time.optional(),
    transactionReference: z.string().optional(),
    unexpected,
  })
  .meta({ id: 'Debit' });

export const debitsView = z
  .strictObject({ reference, debited, debits: z.array(debitView) })
  .meta({ id: 'Debits' });
