/** West Africa Time is an hour ahead of UTC all year. */
const OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The calendar day in West Africa: 2026-01-31. */
export function payoutDayOf(ms: number): string {
  return new Date(ms + OFFSET_MS).toISOString().slice(0, 10);
}

export function isPayoutDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const start = startOf(value);
  return !Number.isNaN(start) && payoutDayOf(start) === value;
}

/** When the day is over, in milliseconds since the epoch. */
export function endOfPayoutDay(day: string): number {
  return startOf(day) + DAY_MS;
}

const startOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS;
