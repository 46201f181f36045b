import { z } from 'zod';
import { fromNaira, MoneyError } from '../domain/money.js';
import { NAIRA_PATTERN, NOT_NAIRA, NOT_TEXT } from './fields.js';
import { LONGEST_NUMBER, text } from './text.js';

/** Naira as a decimal string, of any amount. The error itself repeats the given value, so it is not shown. */
export const naira = text(LONGEST_NUMBER, NOT_NAIRA, NOT_TEXT)
  .meta({ pattern: NAIRA_PATTERN })
  .transform((given, context) => {
    try {
      return fromNaira(given);
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
      context.addIssue({ code: 'custom', message: NOT_NAIRA });
      return z.NEVER;
    }
  });
