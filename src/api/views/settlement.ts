import { z } from 'zod';
import { SETTLEMENT_TRANSITIONS } from '../../domain/settlement/settlement.js';
import { amountOf, optionalAmountOf, reason, statesOf, time, unread } from './fields.js';
import { STANDING } from './standing.js';

const difference = z.strictObject({
  transactionReference: z.string(),
  ...amountOf('amount'),
  difference: z.enum(['not-held', 'unknown', 'not-followed']),
  lifecycle: z.string().optional(),
  reference: z.string().optional(),
});

export const settlementView = z
  .strictObject({
    reference: z.string(),
    state: statesOf(SETTLEMENT_TRANSITIONS),
    reason,
    settledOn: z.string().optional(),
    ...optionalAmountOf('total'),
    announcedCount: z.int().optional(),
    listed: z
      .strictObject({
        count: z.int(),
        ...amountOf('paid'),
        ...amountOf('net'),
        byDetail: z.int().optional(),
        unread: unread
          .optional()
          .meta({ description: 'payments that the listing has and did not show: the sums lack them' }),
        at: time,
      })
      .optional(),
    proven: z.strictObject({ count: z.int(), ...amountOf('paid'), ...amountOf('net') }).optional(),
    ...optionalAmountOf('remainder'),
    payments: z
      .strictObject({
        count: z.int(),
        held: z.int(),
        woken: z.int(),
        notFollowed: z.int(),
        unread: z.int().optional(),
        differences: z.array(difference),
      })
      .optional(),
    foundBy: z.string().optional(),
    ...STANDING,
  })
  .meta({ id: 'Settlement' });
