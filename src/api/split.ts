import { z } from 'zod';
import { fromNaira, MoneyError, type Percent, percent } from '../domain/money.js';
import type { SplitItem } from '../domain/split.js';
import { present } from './request-fields.js';

const MOST_ITEMS = 100;

const percentage = z
  .string('must be text, such as "12.5"')
  .superRefine((text, context) => explain(context, () => percent(text)))
  .transform((text) => text as Percent);

const naira = z
  .string('must be text, such as "2500.00"')
  .superRefine((text, context) => explain(context, () => fromNaira(text)));

function explain(context: z.RefinementCtx, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
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
