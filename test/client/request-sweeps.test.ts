import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../src/client/errors.js';
import { requestSweeps } from '../../src/client/request-sweeps.js';
import { addDays, endOfDay, startOfDay } from '../../src/domain/calendar.js';

const whole = (day: string) => ({ until: new Date(endOfDay(day)).toISOString() });
const untilNoon = (day: string) => ({ until: new Date(startOfDay(day) + 12 * 3_600_000).toISOString() });

/** Sweeps of these days exist; of `parts` only of the morning, and those that still run are joined. */
function sweepsIn(days: readonly string[], parts: readonly string[] = [], running: readonly string[] = []) {
  const requested: string[] = [];
  const of = (day: string) => (parts.includes(day) ? untilNoon(day) : whole(day));
  const sweeps = {
    get: (day: string) =>
      [...days, ...parts].includes(day)
        ? Promise.resolve(of(day))
        : Promise.reject(new NotFoundError(`sweep ${day} not found`)),
    sweep: (day: string) => {
      requested.push(day);
      return Promise.resolve(running.includes(day) ? untilNoon(day) : whole(day));
    },
  };
  return { sweeps, requested };
}
const sweepsOf = (...days: readonly string[]) => sweepsIn(days);

const DAY = '2026-03-05';
const due = { day: DAY, followSince: '' };
const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, n) => addDays(first, n));

describe('the sweep of the night', () => {
  it('is of the day that ended, where the day before was swept', async () => {
    const { sweeps, requested } = sweepsOf('2026-03-04');
    expect(await requestSweeps(sweeps, due)).toEqual({ days: [DAY], until: DAY });
    expect(requested).toEqual([DAY]);
  });

  it('includes the days that an outage has left out, oldest first', async () => {
    const { sweeps } = sweepsOf('2026-03-01');
    const { days } = await requestSweeps(sweeps, due);
    expect(days).toEqual(['2026-03-02', '2026-03-03', '2026-03-04', DAY]);
  });

  it('includes them although a person has swept yesterday by hand', async () => {
    const { sweeps } = sweepsOf('2026-02-20', '2026-03-04');
    const { days, until } = await requestSweeps(sweeps, due);
    expect(days).toEqual([...daysFrom('2026-02-21', 11), DAY]);
    expect(until).toBe(DAY);
  });

  it('includes a day that a person has swept before it was over', async () => {
    const { sweeps } = sweepsIn(['2026-03-02'], ['2026-03-03', '2026-03-04']);
    const { days } = await requestSweeps(sweeps, { ...due, coveredUntil: '2026-03-02' });
    expect(days).toEqual(['2026-03-03', '2026-03-04', DAY]);
    expect((await requestSweeps(sweepsIn([], ['2026-03-03']).sweeps, due)).days).toEqual([
      '2026-03-03',
      '2026-03-04',
      DAY,
    ]);
  });

  it('leaves a day to the next night whose sweep of the morning still runs', async () => {
    const { sweeps } = sweepsIn(['2026-03-04'], [DAY], [DAY]);
    const { until } = await requestSweeps(sweeps, due);
    expect(until).toBe('2026-03-04');
    const next = addDays(DAY, 1);
    const night = await requestSweeps(sweepsIn(['2026-03-04'], [DAY]).sweeps, {
      ...due,
      day: next,
      coveredUntil: until,
    });
    expect(night).toEqual({ days: [DAY, next], until: next });
  });

  it('covers no day that is yet to come, where the first one to follow is', async () => {
    const { sweeps } = sweepsOf();
    const first = await requestSweeps(sweeps, { ...due, followSince: '2027-01-01' });
    expect(first).toEqual({ days: [DAY], until: DAY });
    // set right after an outage of three days
    const later = { day: addDays(DAY, 4), coveredUntil: first.until, followSince: '' };
    expect((await requestSweeps(sweeps, later)).days).toEqual(daysFrom(addDays(DAY, 1), 4));
  });

  it.each([3, 30, 31, 32, 40, 100])(
    'sweeps each of the %i days of an outage whose last sweep Temporal has forgotten, within some nights',
    async (length) => {
      const started = new Set<string>();
      let coveredUntil = addDays(DAY, -length);
      let day = DAY;
      for (let night = 0; coveredUntil !== addDays(day, -1); night++) {
        expect(night).toBeLessThan(6);
        const { sweeps, requested } = sweepsOf(...started);
        ({ until: coveredUntil } = await requestSweeps(sweeps, { ...due, day, coveredUntil }));
        expect(requested.length).toBeLessThanOrEqual(32);
        // the day that ended never waits for older ones
        expect(requested.at(-1)).toBe(day);
        requested.forEach((each) => started.add(each));
        day = addDays(day, 1);
      }
      expect(daysFrom(addDays(DAY, 1 - length), length).filter((each) => !started.has(each))).toEqual([]);
    },
  );

  it('is one day where Oware is new, or all days since it takes payments', async () => {
    expect(await requestSweeps(sweepsOf().sweeps, due)).toEqual({ days: [DAY], until: DAY });
    const since = await requestSweeps(sweepsOf().sweeps, { ...due, followSince: '2026-03-03' });
    expect(since.days).toEqual(['2026-03-03', '2026-03-04', DAY]);
    const long = await requestSweeps(sweepsOf().sweeps, { ...due, followSince: '2025-01-01' });
    expect(long).toEqual({ days: [...daysFrom('2025-01-01', 31), DAY], until: '2025-01-31' });
  });

  it('starts no day that the night before has covered, also when it runs twice', async () => {
    const { sweeps } = sweepsOf();
    expect(await requestSweeps(sweeps, { ...due, coveredUntil: DAY })).toEqual({ days: [DAY], until: DAY });
  });

  it('fails, to be repeated, where it cannot be known what was swept', async () => {
    const sweeps = {
      get: () => Promise.reject(new Error('unavailable')),
      sweep: (day: string) => Promise.resolve(whole(day)),
    };
    await expect(requestSweeps(sweeps, due)).rejects.toThrow('unavailable');
  });
});
