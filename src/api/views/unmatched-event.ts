import { z } from 'zod';
import { amountOf, optionalAmountOf, time } from './fields.js';
import { STANDING } from './standing.js';

const other = { reference: z.string(), about: z.string().optional(), ...optionalAmountOf('amount') };

const collected = z
  .strictObject({
    count: z.int(),
    ...amountOf('amount'),
    byReason: z.array(
      z.strictObject({ eventType: z.string(), reason: z.string(), count: z.int(), ...amountOf('amount') }),
    ),
    samples: z.array(
      z.strictObject({ ...other, eventType: z.string(), reason: z.string(), excerpt: z.string() }),
    ),
    others: z.array(z.strictObject(other)),
    unlisted: z.int(),
  })
  .meta({ description: 'of a day: events that are not kept one by one' });

export const unmatchedEventView = z
  .strictObject({
    reference: z.string(),
    eventType: z.string(),
    reason: z.string(),
    excerpt: z.string(),
    needsReview: z.boolean(),
    reviewItems: STANDING.reviewItems,
    resolved: STANDING.resolved,
    receivedAt: time,
    collected: collected.optional(),
  })
  .meta({ id: 'UnmatchedEvent' });
