import { z } from 'zod';
import { DIFFERENCE_CLASSES } from '../../domain/sweep/difference.js';
import { SOURCES } from '../../domain/sweep/record.js';
import { SWEEP_CHECKS, SWEEP_TRANSITIONS } from '../../domain/sweep/sweep.js';
import { WALLET_DAY_TRANSITIONS } from '../../domain/wallet-day/wallet-day.js';
import { amountOf, countsOf, day, optionalAmountOf, reason, statesOf, sums, time, unread } from './fields.js';
import { STANDING } from './standing.js';

const record = z.enum(SOURCES);
const side = z.strictObject({ state: z.string(), ...optionalAmountOf('amount') });
const total = z.strictObject({ record, state: z.string(), ...sums });
const balance = z.strictObject(amountOf('balance'));

export const sweepView = z
  .strictObject({
    day,
    state: statesOf(SWEEP_TRANSITIONS),
    reason,
    from: time,
    until: time,
    progress: z.strictObject({ periodsCompared: z.int(), periods: z.int() }),
    totals: z.strictObject({ oware: z.array(total), gateway: z.array(total) }),
    found: countsOf(DIFFERENCE_CLASSES),
    unresolved: z.strictObject({ count: z.int(), ...amountOf('atRisk') }),
    differences: z.array(
      z.strictObject({
        class: z.enum(DIFFERENCE_CLASSES),
        record,
        gatewayReference: z.string(),
        lifecycle: z.string(),
        reference: z.string(),
        oware: side.optional(),
        gateway: side.optional(),
        ...amountOf('atRisk'),
        resolved: z.boolean(),
      }),
    ),
    omittedDifferences: z.int(),
    reversals: z.array(
      z.strictObject({
        record,
        gatewayReference: z.string(),
        ...amountOf('amount'),
        at: time.optional(),
      }),
    ),
    unsettled: z
      .strictObject({
        until: day,
        count: z.int(),
        ...amountOf('amount'),
        oldest: z.array(
          z.strictObject({
            transactionReference: z.string(),
            ...amountOf('amount'),
            paidOn: z.string().optional(),
          }),
        ),
        unread: unread.optional(),
      })
      .optional(),
    wallet: z
      .strictObject({
        state: statesOf(WALLET_DAY_TRANSITIONS),
        opening: balance.optional(),
        credits: z.strictObject(sums),
        debits: z.strictObject(sums),
        closing: balance.optional(),
        driftKobo: z.int().optional(),
        unread: z.array(z.string()).optional(),
      })
      .optional(),
    unread: z.strictObject({
      records: z.int(),
      reasons: unread,
      periods: z.array(z.strictObject({ source: record, from: time, to: time, records: z.int().optional() })),
      checks: z.array(z.enum(SWEEP_CHECKS)),
    }),
    notFollowed: z.int().meta({ description: 'rows from before `OWARE_FOLLOW_SINCE`, which are not ours' }),
    nextTryAt: time.optional(),
    notificationsResent: z.int().optional(),
    ...STANDING,
  })
  .meta({ id: 'Sweep' });
