/** West Africa Time is an hour ahead of UTC all year. */
const OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The calendar day in West Africa: 2026-01-31. */
export function dayOf(ms: number): string {
  return new Date(ms + OFFSET_MS).toISOString().slice(0, 10);
}

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const start = startOfDay(value);
  return !Number.isNaN(start) && dayOf(start) === value;
}

/** When the day begins, in milliseconds since the epoch. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS;
}

/** When the day is over, in milliseconds since the epoch. */
export function endOfDay(day: string): number {
  return startOfDay(day) + DAY_MS;
}

export function addDays(day: string, count: number): string {
  return dayOf(startOfDay(day) + count * DAY_MS);
}

/** The same day of another month, or its last day where it has fewer: 31 January, 28 February, 31 March. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const months = year * 12 + (month - 1) + count;
  const [inYear, inMonth] = [Math.floor(months / 12), months % 12];
  const last = new Date(Date.UTC(inYear, inMonth + 1, 0)).getUTCDate();
  return new Date(Date.UTC(inYear, inMonth, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Saturday, Sunday, or one of the given holidays. */
export function isFreeDay(day: string, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay();
  return weekday === 0 || weekday === 6 || holidays.has(day);
}

/** Working days after the first day and before the second. */
export function workingDaysBetween(first: string, second: string, holidays: ReadonlySet<string>): number {
  let count = 0;
  for (let day = addDays(first, 1); day < second; day = addDays(day, 1)) {
    if (!isFreeDay(day, holidays)) count += 1;
  }
  return count;
}
