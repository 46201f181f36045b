import { z } from 'zod';
import { omitUndefined } from '../domain/omit-undefined.js';
import { FREE_DAY_RULES, MOST_UNITS, type Plan, refusePlan, TIME, UNITS } from '../domain/plan.js';
import { invalid } from './parse.js';
import { date, formed } from './text.js';

const day = date('must be a day such as 2026-01-31');

/** When a subscription charges, and a mandate debits. */
export const PLAN = {
  every: z.strictObject({
    unit: z.enum(UNITS),
    count: z.int('must be a whole number').min(1).max(MOST_UNITS).default(1),
  }),
  firstDay: day,
  lastDay: day.optional(),
  at: formed(5, TIME, 'must be a time such as 09:00').optional(),
  onFreeDay: z.enum(FREE_DAY_RULES).optional(),
};

/** Refuses days that do not fit each other. */
export function readPlan(given: z.output<z.ZodObject<typeof PLAN>>): Plan {
  const plan = omitUndefined(given);
  const problem = refusePlan(plan);
  if (problem === undefined) return plan;
  const [field = 'plan', message = problem] = problem.split(': ', 2);
  throw invalid([{ field, message }]);
}
