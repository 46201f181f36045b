import { addDays, addMonths, isDay, isFreeDay, startOfDay } from './calendar.js';
import { isObject, isOptional } from './shapes.js';

export const UNITS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;

/** What happens to a due day that is a weekend or a holiday. */
export const FREE_DAY_RULES = ['ON_THE_DAY', 'NEXT_WORKING_DAY', 'PREVIOUS_WORKING_DAY'] as const;

/** Money that is due again and again: the debits of a mandate, the charges of a subscription. All days are West African. */
export interface Plan {
  readonly every: { readonly unit: (typeof UNITS)[number]; readonly count: number };
  /** The first due day. Later ones count from it, so that the 31st comes back after February. */
  readonly firstDay: string;
  /** The last day on which something may be due. */
  readonly lastDay?: string;
  /** At what time of the day, such as 09:00. */
  readonly at?: string;
  readonly onFreeDay?: (typeof FREE_DAY_RULES)[number];
}

/** One due date of a plan. */
export interface Due {
  /** Counted from 0. */
  readonly n: number;
  /** The day of the plan: it names the period, also where the money is due on another day because of a holiday. */
  readonly day: string;
  /** When the money is due, in milliseconds since the epoch. */
  readonly at: number;
}

const DEFAULT_TIME = '09:00';
export const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
export const MOST_UNITS = 400;
const LATEST_FIRST_DAY = '2199-12-31';
/** More free days in a row than any calendar has. */
export const MOST_FREE_DAYS = 30;

const MINUTE_MS = 60_000;

/** Returns what is wrong with a plan, if anything. */
export function refusePlan(given: unknown): string | undefined {
  if (!isObject(given)) return 'plan: expected an object';
  const { every, firstDay, lastDay, at, onFreeDay } = given;
  if (!isObject(every) || !UNITS.some((unit) => unit === every.unit)) {
    return `plan.every.unit: expected ${UNITS.join(', ')}`;
  }
  const { count } = every;
  if (!Number.isSafeInteger(count) || (count as number) < 1 || (count as number) > MOST_UNITS) {
    return `plan.every.count: expected 1 to ${MOST_UNITS}`;
  }
  if (!isDay(firstDay)) return 'plan.firstDay: expected a day, such as 2026-01-31';
  // a later one would leave the years that a date can have
  if (firstDay > LATEST_FIRST_DAY) return `plan.firstDay: expected a day until ${LATEST_FIRST_DAY}`;
  if (!isOptional(lastDay, isDay)) return 'plan.lastDay: expected a day, such as 2026-12-31';
  if (lastDay !== undefined && (lastDay as string) < firstDay) return 'plan.lastDay: before plan.firstDay';
  if (!isOptional(at, isTime)) return 'plan.at: expected a time, such as 09:00';
  if (!isOptional(onFreeDay, (rule) => FREE_DAY_RULES.some((each) => each === rule))) {
    return `plan.onFreeDay: expected ${FREE_DAY_RULES.join(', ')}`;
  }
  return undefined;
}

const isTime = (value: unknown) => typeof value === 'string' && TIME.test(value);

/** Due date number n, counted from 0; undefined after the last day. */
export function dueOf(plan: Plan, n: number, holidays: ReadonlySet<string> = new Set()): Due | undefined {
  const day = planDay(plan, n);
  if (plan.lastDay !== undefined && day > plan.lastDay) return undefined;
  return { n, day, at: startOfDay(workingDay(plan, day, holidays)) + timeOf(plan) };
}

/** Due date number n, or the last one of those that are due with it: on one working day the plan is paid once. */
export function dueFrom(plan: Plan, n: number, holidays: ReadonlySet<string> = new Set()): Due | undefined {
  const due = dueOf(plan, n, holidays);
  const next = due && dueOf(plan, due.n + 1, holidays);
  return next && next.at <= due.at ? dueFrom(plan, next.n, holidays) : due;
}

/** The first due date at or after a moment; undefined when there is none. */
export function nextDue(plan: Plan, ms: number, holidays: ReadonlySet<string> = new Set()): Due | undefined {
  let n = 0;
  // doubles, then halves: a daily plan of years has thousands
  let step = 1;
  const isBefore = (index: number) => startOfDay(addDays(planDay(plan, index), MOST_FREE_DAYS)) < ms;
  while (isBefore(n + step)) {
    n += step;
    step *= 2;
  }
  for (; step >= 1; step = Math.floor(step / 2)) {
    if (isBefore(n + step)) n += step;
  }
  for (; ; n++) {
    const due = dueFrom(plan, n, holidays);
    if (!due || due.at >= ms) return due;
  }
}

function planDay({ every, firstDay }: Plan, n: number): string {
  const count = n * every.count;
  switch (every.unit) {
    case 'DAY':
      return addDays(firstDay, count);
    case 'WEEK':
      return addDays(firstDay, 7 * count);
    case 'MONTH':
      return addMonths(firstDay, count);
    case 'YEAR':
      return addMonths(firstDay, 12 * count);
  }
}

function workingDay({ onFreeDay = 'ON_THE_DAY' }: Plan, day: string, holidays: ReadonlySet<string>): string {
  if (onFreeDay === 'ON_THE_DAY') return day;
  const step = onFreeDay === 'NEXT_WORKING_DAY' ? 1 : -1;
  for (let moved = 0; moved < MOST_FREE_DAYS; moved++) {
    const candidate = addDays(day, moved * step);
    if (!isFreeDay(candidate, holidays)) return candidate;
  }
  return day;
}

function timeOf({ at = DEFAULT_TIME }: Plan): number {
  const [, hours = '', minutes = ''] = TIME.exec(at) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** The day in a derived reference: 260131. */
export function shortDay(day: string): string {
  return day.slice(2).replaceAll('-', '');
}
