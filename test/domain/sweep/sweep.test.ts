import { expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { startOfDay } from '../../../src/domain/calendar.js';
import type { PeriodRequest } from '../../../src/domain/sweep/period-report.js';
import type { Difference } from '../../../src/domain/sweep/difference.js';
import { endOf, periodsOf, type SweepSnapshot, withPeriod } from '../../../src/domain/sweep/sweep.js';
import { addTallies } from '../../../src/domain/sweep/tally.js';
import { newSnapshot } from '../../../workflows/sweep/state.js';

const DAY = '2026-03-01';
const sweep = (at: string): SweepSnapshot => newSnapshot({ reference: DAY }, at);
const hours = (from: number, to: number) => (to - from) / 3_600_000;

it('a day that is over is compared hour by hour, from midnight to midnight in West Africa', () => {
  const periods = periodsOf(sweep('2026-03-05T10:00:00.000Z'));
  const today = periods.filter(
    ({ source, isEarlier, only }) => source === 'transactions' && !isEarlier && !only,
  );
  expect(today).toHaveLength(24);
  expect(new Date(today[0]?.from ?? 0).toISOString()).toBe('2026-02-28T23:00:00.000Z');
  expect(new Date(today.at(-1)?.to ?? 0).toISOString()).toBe('2026-03-01T23:00:00.000Z');
});

it('a day that is not over is compared up to now', () => {
  const periods = periodsOf(sweep('2026-03-01T01:30:00.000Z'));
  const today = periods.filter(({ source, isEarlier }) => source === 'transfers' && !isEarlier);
  expect(today.map(({ from, to }) => hours(from, to))).toEqual([1, 1, 0.5]);
});

it('the six days before it are compared too, each as a whole', () => {
  const earlier = periodsOf(sweep('2026-03-05T10:00:00.000Z')).filter(
    ({ source, isEarlier }) => source === 'refunds' && isEarlier,
  );
  expect(earlier.map(({ from, to }) => hours(from, to))).toEqual([24, 24, 24, 24, 24, 24]);
  expect(new Date(earlier.at(-1)?.from ?? 0).toISOString()).toBe('2026-02-22T23:00:00.000Z');
});

const difference = (key: string): Difference => ({
  class: 'late',
  source: 'transactions',
  key,
  at: { lifecycle: 'checkout', reference: key },
  atRiskKobo: kobo(100),
});
const period = periodsOf(sweep('2026-03-05T10:00:00.000Z'))[0] as PeriodRequest;
const report = (differences: readonly Difference[]) => ({
  here: [],
  there: [],
  differences,
  omitted: 0,
  unread: {},
  notFollowed: 0,
  reversals: [],
});

it('a record that two periods show differs once', () => {
  const first = { ...sweep('2026-03-05T10:00:00.000Z'), differences: [difference('A')] };
  expect(withPeriod(first, period, report([difference('A'), difference('B')])).differences).toHaveLength(2);
});

it('a report stays small, and counts what it leaves out', () => {
  const many = Array.from({ length: 1_600 }, (_, n) => difference(String(n)));
  const { differences, omitted } = withPeriod(sweep('2026-03-05T10:00:00.000Z'), period, report(many));
  expect(differences).toHaveLength(1_500);
  expect(omitted).toBe(100);
});

it('a sweep ends by what is left', () => {
  const found = sweep('2026-03-05T10:00:00.000Z');
  const gone = { ...difference('A'), resolved: true as const };
  expect(endOf(found)).toEqual({ state: 'COMPLETED', reason: 'no differences' });
  expect(endOf({ ...found, differences: [gone] }).state).toBe('COMPLETED');
  expect(endOf({ ...found, differences: [gone, difference('B')] }).state).toBe('DIFFERENCES');
  expect(endOf({ ...found, differences: [difference('B')] }).reason).toBe('1 difference is left');
});

it.each([
  [
    'records',
    { unread: { 'not-listed': 2, 'no-answer': 1 } },
    '3 records: 2 counted by a listing that does not show them, 1 without an answer',
  ],
  ['a period', { unreadPeriods: [{ source: 'refunds', from: '', to: '' }] }, '1 period without an answer'],
  [
    'the search for unsettled payments',
    { unreadChecks: ['unsettled'] },
    'the search for unsettled payments: no answer',
  ],
  [
    'payments that the search for unsettled ones has',
    { unsettled: { until: DAY, count: 0, amountKobo: kobo(0), oldest: [], unread: { 'not-listed': 3 } } },
    'the search for unsettled payments: 3 counted by a listing that does not show them',
  ],
] as const)('a sweep that could not read %s is INCOMPLETE, whatever else agrees', (_what, part, words) => {
  const found = { ...sweep('2026-03-05T10:00:00.000Z'), ...part };
  expect(endOf(found)).toEqual({ state: 'INCOMPLETE', reason: `not everything was compared: ${words}` });
});

it('a period with unread records is named, and one without an answer too', () => {
  const first = sweep('2026-03-05T10:00:00.000Z');
  expect(withPeriod(first, period, undefined)).toEqual({
    unreadPeriods: [
      { source: 'transactions', from: '2026-02-28T23:00:00.000Z', to: '2026-03-01T00:00:00.000Z' },
    ],
  });
  const unread = { unreadable: 1 };
  expect(withPeriod(first, period, { ...report([]), unread })).toMatchObject({
    unread,
    unreadPeriods: [{ source: 'transactions', unread }],
  });
});

it('bills and paycodes of earlier days are read again, and long-lived lifecycles once a day', () => {
  const periods = periodsOf(sweep('2026-03-05T10:00:00.000Z'));
  const earlier = (source: string) =>
    periods.filter((each) => each.source === source && each.isEarlier).length;
  expect(['bills', 'paycodes', 'debits'].map(earlier)).toEqual([6, 6, 0]);
  const held = periods.filter(({ only }) => only === 'held');
  expect(held.map(({ source, from, to }) => [source, hours(from, to)])).toEqual([['transactions', 24]]);
});

it('days before Oware was switched on are not swept', () => {
  const since = startOfDay('2026-02-28');
  const periods = periodsOf(sweep('2026-03-05T10:00:00.000Z'), since);
  const own = periods.filter(({ source, isEarlier }) => source !== 'transactions' || !isEarlier);
  expect(Math.min(...own.map(({ from }) => from))).toBe(since);
  expect(periods.every(({ followSince }) => followSince === since)).toBe(true);
});

it('pages that were opened in the days before it may be paid later, and are read', () => {
  const periods = periodsOf(sweep('2026-03-05T10:00:00.000Z'), startOfDay('2026-02-28'));
  const earlier = periods.filter(({ isEarlier }) => isEarlier);
  const count = (source: string) => earlier.filter((each) => each.source === source).length;
  expect([count('transactions'), count('transfers')]).toEqual([6, 1]);
});

it('sums of the same record and state are added, in one order', () => {
  const paid = { source: 'transactions', state: 'PAID', count: 1, sumKobo: kobo(5) } as const;
  const failed = { ...paid, state: 'FAILED' };
  expect(addTallies([paid], [failed, paid])).toEqual([failed, { ...paid, count: 2, sumKobo: kobo(10) }]);
});
