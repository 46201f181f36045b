import { startOfDay } from '../../../domain/calendar.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** How large the year is. Months are counted from 0, the last one is the February of a leap year. */
export interface Size {
  /** The first month must have 31 days: plans are counted from its last day. */
  readonly months: number;
  /** Mandates, and as many subscriptions. */
  readonly customers: number;
  /** Two due times in which the gateway does not answer. */
  readonly shortOutageIn?: number;
  /** More than 72 hours in which the gateway does not answer; in a month of 31 days. */
  readonly longOutageIn: number;
  readonly declinedCardReplacedIn: number;
  readonly goodCardReplacedIn: number;
  readonly customerCancelsIn: number;
  readonly mandateCancelledIn: number;
  readonly subscriptionCancelledIn: number;
  /** A mandate ends in this month, before its due day. */
  readonly mandateEndsIn: number;
  /** After how many history events a workflow continues as new: twice at most, see the settings of the year. */
  readonly runEvents: number;
}

export const YEAR: Size = {
  months: 12,
  customers: 20,
  shortOutageIn: 3,
  longOutageIn: 7,
  declinedCardReplacedIn: 1,
  goodCardReplacedIn: 8,
  customerCancelsIn: 4,
  mandateCancelledIn: 5,
  subscriptionCancelledIn: 6,
  mandateEndsIn: 6,
  runEvents: 1_500,
};

/** The same in a few seconds. */
export const SHORT: Size = {
  months: 3,
  customers: 3,
  longOutageIn: 1,
  declinedCardReplacedIn: 1,
  goodCardReplacedIn: 2,
  customerCancelsIn: 2,
  mandateCancelledIn: 2,
  subscriptionCancelledIn: 2,
  mandateEndsIn: 2,
  runEvents: 450,
};

export interface Month {
  /** 2028-02 */
  readonly name: string;
  readonly lastDay: number;
}

export interface Outage {
  readonly from: number;
  readonly until: number;
}

export type Timetable = ReturnType<typeof createTimetable>;

/** Everything is due at this hour, West Africa Time. */
const DUE_HOUR = 9;
/** For how many days after the last due time a debit is tried again. */
const ATTEMPT_DAYS = 3;
/** The merchant and the customers decide on this day, at noon: all attempts of the month before are over. */
const DECISIONS_ON = 20;

/** The dates of a year that ends with a leap day and has not begun yet, computed without the plans that it checks. */
export function createTimetable(size: Size, now: number) {
  const months = monthsBefore(nextLeapYear(size, now), size.months);
  const at = (month: number, day: number, hour = 0): number => {
    const { name } = monthOf(month);
    return startOfDay(`${name}-01`) + (day - 1) * DAY_MS + hour * HOUR_MS;
  };
  const monthOf = (index: number): Month => months[index] ?? { name: '', lastDay: 0 };
  const dayIn = (month: number, wanted: number) => Math.min(wanted, monthOf(month).lastDay);
  const { shortOutageIn: short, longOutageIn: long } = size;
  const dueAt = (month: number, wanted: number) => at(month, dayIn(month, wanted), DUE_HOUR);
  return {
    months,
    startsAt: at(0, 1),
    endsAt: at(size.months - 1, monthOf(size.months - 1).lastDay + 1),
    at,
    decisionsAt: (month: number) => at(month, DECISIONS_ON, 12),
    /** The day of the plan in a month: the last one where the month has fewer days. */
    dueDay: (month: number, wanted: number) => `${monthOf(month).name}-${dayIn(month, wanted)}`,
    dueAt,
    /** The moments of a month at which something of these days is due, the first one first. */
    dueTimes: (month: number, wanted: readonly number[]) =>
      [...new Set(wanted.map((day) => dueAt(month, day)))].sort((one, other) => one - other),
    /** After the last month there is none. */
    nextDueAt: (month: number, wanted: number) =>
      month + 1 < size.months ? dueAt(month + 1, wanted) : Infinity,
    /** The last due days of the month begin; they end with the last attempts. */
    busyFrom: (month: number) => at(month, 27, 12),
    busyUntil: (month: number) => at(month, monthOf(month).lastDay + 1 + ATTEMPT_DAYS, 12),
    outages: [
      ...(short === undefined ? [] : [{ from: at(short, 28), until: at(short, 29, 18) }]),
      { from: at(long, 27, 12), until: at(long, 31, 20) },
    ] satisfies Outage[],
  };
}

/** Customers sign before the year begins; it may be years away. */
function nextLeapYear({ months }: Size, now: number): number {
  for (let year = new Date(now).getUTCFullYear(); ; year++) {
    const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
    if (isLeap && Date.UTC(year, 2 - months, 1) > now + 2 * DAY_MS) return year;
  }
}

function monthsBefore(leapYear: number, count: number): Month[] {
  return Array.from({ length: count }, (_, index) => {
    const month = 2 - count + index;
    return {
      name: new Date(Date.UTC(leapYear, month, 1)).toISOString().slice(0, 7),
      lastDay: new Date(Date.UTC(leapYear, month + 1, 0)).getUTCDate(),
    };
  });
}
