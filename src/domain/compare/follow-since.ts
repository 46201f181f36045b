import { startOfDay } from '../calendar.js';

/** The setting as a moment: empty where everything is followed. */
export function toFollowSince(day: string): number | undefined {
  return day === '' ? undefined : startOfDay(day);
}

/** What happened before Oware was switched on is not its own: another system has booked it. */
export function isFollowed(at: number | undefined, followSince: number | undefined): boolean {
  return followSince === undefined || at === undefined || at >= followSince;
}
