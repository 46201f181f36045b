import { addDays, endOfDay } from '../domain/calendar.js';
import type { CoveredDays, SweepsDue } from '../domain/sweep/covered-days.js';
import { NotFoundError } from './errors.js';

interface Sweeps {
  readonly get: (day: string) => Promise<Until>;
  readonly sweep: (day: string) => Promise<Until>;
}

/** Of a sweep: the end of what it compares. */
interface Until {
  readonly until: string;
}

/** Sweeps beside the one of the day: the gateway answers thousands of calls for each. */
const MOST_A_NIGHT = 31;
/** Where no night has said how far it came, so far back a sweep is looked for. */
const MOST_DAYS = 400;
const LOOKED_AT_ONCE = 40;

/**
 * Starts the sweep of a day, or joins it, and those of the days before it that have none: every day after the last one that is
 * covered, oldest first, some of them each night until none is left. A day that a person has swept covers only itself. Where
 * nothing was ever swept, Oware is new: only days since `followSince` are due.
 */
export async function requestSweeps(
  sweeps: Sweeps,
  { day, coveredUntil, followSince }: SweepsDue,
): Promise<CoveredDays> {
  const dayBefore = addDays(day, -1);
  const known = coveredUntil ?? (await firstSwept(sweeps, day));
  const isNew = known === undefined && followSince === '';
  const from = [known ?? '', followSince === '' ? '' : addDays(followSince, -1)].sort().at(-1);
  const days: string[] = [];
  let until = isNew || !from ? dayBefore : from;
  while (until < dayBefore && days.length < MOST_A_NIGHT) {
    until = addDays(until, 1);
    if ((await sweptOf(sweeps, until)) !== 'whole') days.push(until);
  }
  // a first day that is yet to come covers none before it: it may be set to an earlier one
  if (until >= dayBefore) until = day;
  days.push(day);
  const parts: string[] = [];
  for (const each of days) {
    // it joins a sweep that a person has started before the day was over: the next night starts another
    if (!isWhole(await sweeps.sweep(each), each)) parts.push(each);
  }
  const [part] = parts;
  return { days, until: part !== undefined && part <= until ? addDays(part, -1) : until };
}

const isWhole = ({ until }: Until, day: string) => Date.parse(until) >= endOfDay(day);

/**
 * The last day before those that were left out: the days after the first one with a sweep that have none, and that one itself where
 * it was swept before it was over. A day that was swept by hand hides none of them.
 */
async function firstSwept(sweeps: Sweeps, day: string): Promise<string | undefined> {
  for (let back = MOST_DAYS; back > 0; back -= LOOKED_AT_ONCE) {
    const days = Array.from({ length: LOOKED_AT_ONCE }, (_, n) => addDays(day, n - back));
    const swept = await Promise.all(days.map((each) => sweptOf(sweeps, each)));
    const first = swept.findIndex((each) => each !== 'none');
    if (first >= 0) return addDays(day, first - back - (swept[first] === 'whole' ? 0 : 1));
  }
  return undefined;
}

/** A day that was swept before it was over lacks the rest: its sweep says until when it compared. */
async function sweptOf({ get }: Sweeps, day: string): Promise<'whole' | 'part' | 'none'> {
  try {
    return isWhole(await get(day), day) ? 'whole' : 'part';
  } catch (error) {
    if (error instanceof NotFoundError) return 'none';
    throw error;
  }
}
