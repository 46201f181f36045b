import { z } from 'zod';
import { fromNaira, MoneyError } from '../domain/money.js';
import { NAIRA_PATTERN, NOT_NAIRA } from './fields.js';

/** Naira as a decimal string, of any amount. The error itself repeats the given value, so it is not shown. */
export const naira = z
  .string('must be a string, such as "2500.00"')
  .meta({ pattern: NAIRA_PATTERN })
  .transform((text, context) => {
    try {
      return fromNaira(text);
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
      context.addIssue({ code: 'custom', message: NOT_NAIRA });
      return z.NEVER;
    }
  });
