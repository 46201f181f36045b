import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, isFreeDay, startOfDay } from '../../src/domain/calendar.js';
import {
  dueFrom,
  dueOf,
  FREE_DAY_RULES,
  nextDue,
  type Plan,
  refusePlan,
  shortDay,
  UNITS,
} from '../../src/domain/plan.js';

const monthly: Plan = { every: { unit: 'MONTH', count: 1 }, firstDay: '2026-01-31' };
const daysOf = (plan: Plan, count: number) =>
  Array.from({ length: count }, (_, n) => dueOf(plan, n)?.day).filter((day) => day !== undefined);

const plans: fc.Arbitrary<Plan> = fc.record({
  every: fc.record({ unit: fc.constantFrom(...UNITS), count: fc.integer({ min: 1, max: 14 }) }),
  firstDay: fc
    .integer({ min: Date.parse('2024-01-01T00:00:00Z'), max: Date.parse('2032-12-31T00:00:00Z') })
    .map(dayOf),
  onFreeDay: fc.constantFrom(...FREE_DAY_RULES),
  at: fc.constantFrom('00:00', '09:00', '23:59'),
});

describe('a monthly plan', () => {
  it('from the 31st is due on the last day of shorter months, and on the 31st again after them', () => {
    expect(daysOf(monthly, 5)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
  });

  it('is due at nine in the morning in West Africa unless it says otherwise', () => {
    expect(new Date(dueOf(monthly, 0)?.at ?? 0).toISOString()).toBe('2026-01-31T08:00:00.000Z');
    const early = { ...monthly, at: '00:30' };
    expect(new Date(dueOf(early, 0)?.at ?? 0).toISOString()).toBe('2026-01-30T23:30:00.000Z');
  });

  it('ends after its last day', () => {
    const ending = { ...monthly, lastDay: '2026-03-30' };
    expect(daysOf(ending, 5)).toEqual(['2026-01-31', '2026-02-28']);
    expect(nextDue(ending, startOfDay('2026-03-01'))).toBeUndefined();
  });

  it('moves a due day that is free, and its period keeps the day of the plan', () => {
    const holidays = new Set(['2026-02-02']);
    // 31 January 2026 is a Saturday
    const [after, before] = [
      { ...monthly, onFreeDay: 'NEXT_WORKING_DAY' as const },
      { ...monthly, onFreeDay: 'PREVIOUS_WORKING_DAY' as const },
    ];
    expect(dueOf(after, 0, holidays)).toMatchObject({
      day: '2026-01-31',
      at: Date.parse('2026-02-03T08:00:00Z'),
    });
    expect(dueOf(before, 0, holidays)).toMatchObject({
      day: '2026-01-31',
      at: Date.parse('2026-01-30T08:00:00Z'),
    });
  });
});

describe('due days that fall on the same working day', () => {
  it.each([
    ['NEXT_WORKING_DAY', ['2026-11-20', '2026-11-23', '2026-11-24']],
    ['PREVIOUS_WORKING_DAY', ['2026-11-22', '2026-11-23', '2026-11-24']],
    ['ON_THE_DAY', ['2026-11-20', '2026-11-21', '2026-11-22']],
  ] as const)('are one: the last stands for all (%s)', (onFreeDay, days) => {
    // a Friday
    const daily: Plan = { every: { unit: 'DAY', count: 1 }, firstDay: '2026-11-20', onFreeDay };
    const found: string[] = [];
    for (let due = dueFrom(daily, 0); due && found.length < 3; due = dueFrom(daily, due.n + 1))
      found.push(due.day);
    expect(found).toEqual(days);
  });
});

describe('due dates of any plan', () => {
  it('have days that only grow', () => {
    fc.assert(
      fc.property(plans, fc.nat(200), (plan, n) => {
        expect((dueOf(plan, n)?.day ?? '') < (dueOf(plan, n + 1)?.day ?? '')).toBe(true);
      }),
    );
  });

  it('are never on a free day where the plan forbids that', () => {
    fc.assert(
      fc.property(plans, fc.nat(100), (plan, n) => {
        const due = dueOf(plan, n);
        const isFree = isFreeDay(dayOf(due?.at ?? 0), new Set());
        expect(plan.onFreeDay === 'ON_THE_DAY' || !isFree).toBe(true);
      }),
    );
  });

  it('are all found, one after the other, and none twice', () => {
    fc.assert(
      fc.property(plans, fc.nat(300), (plan, n) => {
        const due = dueOf(plan, n);
        const found = nextDue(plan, due?.at ?? 0);
        // with rules for free days two due dates of a daily plan may be at the same time: the last stands for all
        expect(found?.at).toBe(due?.at);
        expect(found).toEqual(dueFrom(plan, n));
        expect(dueOf(plan, (found?.n ?? 0) + 1)?.at ?? Infinity).toBeGreaterThan(found?.at ?? 0);
        expect(nextDue(plan, (due?.at ?? 0) + 1)?.at ?? Infinity).toBeGreaterThan(due?.at ?? 0);
      }),
    );
  });
});

describe('a plan is refused', () => {
  it.each([
    ['without a unit', { every: { unit: 'HOUR', count: 1 } }, 'plan.every.unit'],
    ['with a count of zero', { every: { unit: 'DAY', count: 0 } }, 'plan.every.count'],
    ['with a part of a count', { every: { unit: 'DAY', count: 1.5 } }, 'plan.every.count'],
    ['with a day that does not exist', { firstDay: '2026-02-30' }, 'plan.firstDay'],
    ['when it ends before it starts', { lastDay: '2026-01-30' }, 'plan.lastDay'],
    ['with a time that does not exist', { at: '24:00' }, 'plan.at'],
    ['with another rule for free days', { onFreeDay: 'NEVER' }, 'plan.onFreeDay'],
  ])('%s', (_what, wrong, field) => {
    expect(refusePlan({ ...monthly, ...wrong })).toContain(field);
  });

  it('unless it is sound', () => {
    expect(
      refusePlan({ ...monthly, lastDay: '2026-01-31', at: '23:59', onFreeDay: 'ON_THE_DAY' }),
    ).toBeUndefined();
  });
});

it('the day in a reference is short', () => {
  expect(shortDay(addDays('2026-01-30', 1))).toBe('260131');
});
