import { addDays, dayOf, startOfDay } from '../calendar.js';
import { MIDNIGHT_MS } from './weigh.js';

const MINUTE_MS = 60_000;

/** The midnight that a run of the schedule is about, with the day that ends and the one that begins. */
export function midnightOf(scheduledAt: number) {
  // the schedule fires at midnight, or a moment before
  const begins = dayOf(scheduledAt + MINUTE_MS);
  return { at: startOfDay(begins), ends: addDays(begins, -1), begins };
}

/** Why a balance that is read now is not that of midnight; undefined while it is. */
export function whyNotOf(midnight: number, now: number): string | undefined {
  const minutes = Math.floor((now - midnight) / MINUTE_MS);
  if (now - midnight < MIDNIGHT_MS) return undefined;
  return `the read would have been ${minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`} late`;
}
