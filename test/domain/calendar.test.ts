import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayOf,
  endOfDay,
  isDay,
  isFreeDay,
  startOfDay,
} from '../../src/domain/calendar.js';

describe('a day', () => {
  it('is the calendar day in West Africa, an hour ahead of UTC', () => {
    expect(dayOf(Date.parse('2026-03-01T22:59:59.999Z'))).toBe('2026-03-01');
    expect(dayOf(Date.parse('2026-03-01T23:00:00.000Z'))).toBe('2026-03-02');
    expect(new Date(endOfDay('2026-03-01')).toISOString()).toBe('2026-03-01T23:00:00.000Z');
  });

  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('%s is one', (day) => {
    expect(isDay(day)).toBe(true);
  });

  it.each(['2026-02-30', '2026-13-01', '2026-3-1', '20260301', ' 2026-03-01', '', 5, null, undefined])(
    '%s is none',
    (day) => {
      expect(isDay(day)).toBe(false);
    },
  );
});

const days = fc
  .integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2060-12-31T00:00:00Z') })
  .map(dayOf);

describe('days after a day', () => {
  it('follow the calendar, also over leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2028-02-29', 1)).toBe('2028-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('are as many as were added, and a day has 24 hours', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -400, max: 400 }), (day, count) => {
        expect(addDays(addDays(day, count), -count)).toBe(day);
        expect(startOfDay(addDays(day, 1))).toBe(endOfDay(day));
      }),
    );
  });
});

describe('months after a day', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %i months: %s', (day, count, expected) => {
    expect(addMonths(day, count)).toBe(expected);
  });

  it('keep the day of the month, or are the last one of a shorter month', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 600 }), (day, count) => {
        const after = addMonths(day, count);
        expect(isDay(after)).toBe(true);
        const isLast = addDays(after, 1).slice(8) === '01';
        expect(after.slice(8) === day.slice(8) || (isLast && after.slice(8) < day.slice(8))).toBe(true);
      }),
    );
  });
});

it('a weekend or a holiday is free', () => {
  const holidays = new Set(['2026-10-01']);
  expect(isFreeDay('2026-10-03', holidays)).toBe(true);
  expect(isFreeDay('2026-10-04', holidays)).toBe(true);
  expect(isFreeDay('2026-10-01', holidays)).toBe(true);
  expect(isFreeDay('2026-10-02', holidays)).toBe(false);
});
