import { startOfDay, dayOf } from '../../src/domain/calendar.js';

/** The time of day in West Africa, such as 17:45: a daily plan at this time is due now, and again in 24 hours. */
export function timeOfDay(ms = Date.now()): string {
  const minutes = Math.floor((ms - startOfDay(dayOf(ms))) / 60_000);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
