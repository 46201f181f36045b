import { z } from 'zod';
import { fromNaira, MoneyError, type Percent, percent } from '../domain/money.js';
import type { SplitItem } from '../domain/split.js';
import { NOT_NAIRA, present } from './request-fields.js';

const MOST_ITEMS = 100;

const percentage = z
  .string('must be text, such as "12.5"')
  .refine((text) => isMoney(() => percent(text)), 'must be 0 to 100 with at most four decimals')
  .transform((text) => text as Percent);

const naira = z
  .string('must be text, such as "2500.00"')
  .refine((text) => isMoney(() => fromNaira(text)), NOT_NAIRA);

/** The error itself repeats what was given, and so is not shown. */
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
        return present({ ...item, splitAmountKobo });
      }),
  )
  .max(MOST_ITEMS);
