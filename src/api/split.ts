import { z } from 'zod';
import { fromNaira, MoneyError, type Percent, percent } from '../domain/money.js';
import type { SplitItem } from '../domain/split.js';
import { NOT_NAIRA, omitUndefined } from './request-fields.js';

const MAX_ITEMS = 100;

const percentage = z
  .string('must be a string, such as "12.5"')
  .refine((text) => isMoney(() => percent(text)), 'must be 0 to 100 with at most four decimals')
  .transform((text) => text as Percent);

const naira = z
  .string('must be a string, such as "2500.00"')
  .refine((text) => isMoney(() => fromNaira(text)), NOT_NAIRA);

/** The error itself repeats the given value, so it is not shown. */
function isMoney(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof MoneyError) return false;
    throw error;
  }
}

export const splitItems = z
  .array(
    z
      .strictObject({
        subAccountCode: z.string().min(1).max(64),
        feeBearer: z.boolean().optional(),
        feePercentage: percentage.optional(),
        splitPercentage: percentage.optional(),
        splitAmount: naira.optional(),
      })
      .transform(({ splitAmount, ...item }): SplitItem => {
        const splitAmountKobo = splitAmount === undefined ? undefined : fromNaira(splitAmount);
        return omitUndefined({ ...item, splitAmountKobo });
      }),
  )
  .max(MAX_ITEMS);
