import { z } from 'zod';
import { FREE_DAY_RULES, UNITS } from '../../domain/plan.js';
import { SUBSCRIPTION_TRANSITIONS } from '../../domain/subscription/subscription.js';
import { chargeableCard, chargedCustomer } from './charge.js';
import {
  amountOf,
  currency,
  day,
  kobo,
  metadata,
  naira,
  optionalAmountOf,
  reason,
  reference,
  splitItem,
  statesOf,
  time,
} from './fields.js';
import { STANDING } from './standing.js';

/** When money is due again and again. */
export const PLAN = {
  every: z.strictObject({ unit: z.enum(UNITS), count: z.int() }),
  firstDay: day,
  lastDay: day.optional(),
  at: z.string().optional(),
  onFreeDay: z.enum(FREE_DAY_RULES).optional(),
};

const attempt = z.strictObject({
  n: z.int(),
  reference: z.string(),
  state: z.enum(['SENDING', 'PENDING', 'PAID', 'FAILED', 'NOT_SENT', 'REVERSED', 'REFUNDED']),
  reason,
  at: time,
  sentAt: time.optional(),
  transactionReference: z.string().optional(),
  ...optionalAmountOf('paid'),
  ...optionalAmountOf('refunded'),
});

const period = z
  .strictObject({
    day,
    dueAt: time,
    state: z.enum(['DUE', 'PAID', 'FAILED', 'MISSED', 'REVERSED', 'REFUNDED']),
    reason,
    ...amountOf('amount'),
    retryAt: time.optional(),
    attempts: z.array(attempt),
  })
  .meta({ id: 'SubscriptionPeriod' });

export const subscriptionView = z
  .strictObject({
    reference,
    state: statesOf(SUBSCRIPTION_TRANSITIONS),
    reason,
    ...amountOf('amount'),
    currency,
    plan: z.strictObject(PLAN),
    retryAfterDays: z.array(z.int()).optional(),
    nextDue: z.strictObject({ day, at: time }).optional(),
    checkout: z.string().optional(),
    card: chargeableCard.optional(),
    hold: z.string().optional(),
    waiting: z.string().optional(),
    recovered: z.literal(true).optional(),
    customer: chargedCustomer,
    description: z.string().optional(),
    incomeSplit: z.array(splitItem).optional(),
    metadata: metadata.optional(),
    totals: z.strictObject({
      charged: z.int(),
      chargedKobo: kobo,
      chargedAmount: naira,
      failed: z.int(),
      missed: z.int(),
    }),
    periods: z.array(period),
    ...STANDING,
  })
  .meta({ id: 'Subscription' });
