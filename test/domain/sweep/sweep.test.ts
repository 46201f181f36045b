import { expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import type { Difference } from '../../../src/domain/sweep/difference.js';
import { endOf, periodsOf, type SweepSnapshot, withPeriod } from '../../../src/domain/sweep/sweep.js';
import { addTallies } from '../../../src/domain/sweep/tally.js';
import { newSnapshot } from '../../../workflows/sweep/state.js';

const DAY = '2026-03-01';
const sweep = (at: string): SweepSnapshot => newSnapshot({ reference: DAY }, at);
const hours = (from: number, to: number) => (to - from) / 3_600_000;

it('a day that is over is compared hour by hour, from midnight to midnight in West Africa', () => {
  const periods = periodsOf(sweep('2026-03-05T10:00:00.000Z'));
  const today = periods.filter(({ source, isEarlier }) => source === 'transactions' && !isEarlier);
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
const report = (differences: readonly Difference[]) => ({
  here: [],
  there: [],
  differences,
  omitted: 0,
  unread: 0,
  reversals: [],
});

it('a record that two periods show differs once', () => {
  const first = { ...sweep('2026-03-05T10:00:00.000Z'), differences: [difference('A')] };
  expect(withPeriod(first, report([difference('A'), difference('B')])).differences).toHaveLength(2);
});

it('a report stays small, and counts what it leaves out', () => {
  const many = Array.from({ length: 1_600 }, (_, n) => difference(String(n)));
  const { differences, omitted } = withPeriod(sweep('2026-03-05T10:00:00.000Z'), report(many));
  expect(differences).toHaveLength(1_500);
  expect(omitted).toBe(100);
});

it('a sweep ends by what is left', () => {
  const found = sweep('2026-03-05T10:00:00.000Z');
  const gone = { ...difference('A'), resolved: true as const };
  expect(endOf(found)).toEqual({ state: 'COMPLETED', reason: 'no differences' });
  expect(endOf({ ...found, differences: [gone] }).state).toBe('COMPLETED');
  expect(endOf({ ...found, differences: [gone, difference('B')] }).state).toBe('DIFFERENCES');
  expect(endOf({ ...found, unread: 1 }).state).toBe('INCOMPLETE');
});

it('sums of the same record and state are added, in one order', () => {
  const paid = { source: 'transactions', state: 'PAID', count: 1, sumKobo: kobo(5) } as const;
  const failed = { ...paid, state: 'FAILED' };
  expect(addTallies([paid], [failed, paid])).toEqual([failed, { ...paid, count: 2, sumKobo: kobo(10) }]);
});
