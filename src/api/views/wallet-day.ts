import { z } from 'zod';
import { WALLET_DAY_TRANSITIONS } from '../../domain/wallet-day/wallet-day.js';
import { amountOf, kobo, reason, statesOf, sums, time, unread } from './fields.js';
import { STANDING } from './standing.js';

const balance = z.strictObject({ ...amountOf('balance'), at: time });

export const walletDayView = z
  .strictObject({
    day: z.string().meta({ description: 'a day in West Africa Time, or `undated`' }),
    state: statesOf(WALLET_DAY_TRANSITIONS),
    reason,
    opening: balance.optional(),
    closing: balance.optional(),
    credits: z.strictObject(sums),
    debits: z.strictObject(sums),
    unclear: z.int(),
    lowBalances: z.int(),
    outflows: z
      .strictObject({
        paidKobo: kobo,
        feesKobo: kobo,
        inFlightKobo: kobo,
        refundedKobo: kobo,
        unread: unread.optional(),
      })
      .optional(),
    driftKobo: z.int().optional(),
    unread: z
      .array(z.string())
      .optional()
      .meta({ description: 'what is missing to compare the balances of the day' }),
    unreported: z.int().optional(),
    ...STANDING,
  })
  .meta({ id: 'WalletDay' });
