import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import { MoneyError, type Percent, percent } from '../domain/money.js';
import type { SplitItem } from '../domain/split.js';
import { naira } from './naira.js';
import { LONGEST_NUMBER, text } from './text.js';

const MAX_ITEMS = 100;

const NOT_A_PERCENTAGE = 'must be 0 to 100 with at most four decimals';

export const percentage = text(LONGEST_NUMBER, NOT_A_PERCENTAGE, 'must be a string, such as "12.5"')
  .refine(isPercent, NOT_A_PERCENTAGE)
  .meta({ pattern: /^\d{1,3}(\.\d{1,4})?$/.source })
  .transform((given) => given as Percent);

function isPercent(text: string): boolean {
  try {
    percent(text);
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
        subAccountCode: text(64).min(1),
        feeBearer: z.boolean().optional(),
        feePercentage: percentage.optional(),
        splitPercentage: percentage.optional(),
        splitAmount: naira.optional(),
      })
      .transform(({ splitAmount: splitAmountKobo, ...item }): SplitItem =>
        omitUndefined({ ...item, splitAmountKobo }),
      ),
  )
  .max(MAX_ITEMS);
