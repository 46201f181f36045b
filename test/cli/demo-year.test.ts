import { describe, expect, it } from 'vitest';
import { differencesOf, type DueDate } from '../../src/cli/demo/year/check-year.js';
import { createCustomers } from '../../src/cli/demo/year/customers.js';
import { createTimetable, DAY_MS, SHORT, YEAR } from '../../src/cli/demo/year/timetable.js';
import { dueOf } from '../../src/domain/plan.js';

const NOW = Date.parse('2026-11-16T12:00:00.000Z');
const timetable = createTimetable(YEAR, NOW);
const customers = createCustomers(YEAR, timetable, 'test');

describe('the dates of the year', () => {
  it.for([
    ['2026-11-16', '2027-03'],
    // the year must not have begun
    ['2027-02-26', '2027-03'],
    ['2027-03-01', '2031-03'],
    ['2028-02-29', '2031-03'],
    // 2100 is no leap year
    ['2096-01-01', '2103-03'],
  ])('on %s it begins in %s and ends with a leap day', ([now, first]) => {
    const { months } = createTimetable(YEAR, Date.parse(`${now}T12:00:00.000Z`));
    expect(months).toHaveLength(12);
    expect(months[0]?.name).toBe(first);
    expect(months.at(-1)).toMatchObject({ lastDay: 29 });
  });

  it.for([28, 29, 30, 31])('are those of a plan that is due on day %i', (day) => {
    const plan = { every: { unit: 'MONTH', count: 1 }, firstDay: timetable.dueDay(0, day) } as const;
    const planned = timetable.months.map((_, month) => dueOf(plan, month));
    expect(planned.map((due) => due?.day)).toEqual(
      timetable.months.map((_, month) => timetable.dueDay(month, day)),
    );
    expect(planned.map((due) => due?.at)).toEqual(
      timetable.months.map((_, month) => timetable.dueAt(month, day)),
    );
  });

  it('have an outage of more than 72 hours over a due date, also in the short version', () => {
    for (const each of [timetable, createTimetable(SHORT, NOW)]) {
      const { from, until } = each.outages.at(-1) ?? { from: 0, until: 0 };
      expect(until - from).toBeGreaterThan(3 * DAY_MS);
    }
  });
});

describe('a due date of the year', () => {
  const [customer] = customers;
  const dueAt = timetable.dueAt(0, customer!.day);
  const entry = (more: object = {}) => ({
    at: dueAt + 60_000,
    cause: 'collection',
    reference: 'transaction-1',
    lines: [
      { account: 'bank', amountKobo: -Number(customer!.amountKobo) },
      { account: 'collected', amountKobo: customer!.amountKobo },
    ],
    ...more,
  });
  const check = (more: Partial<DueDate>) =>
    differencesOf(
      {
        customer: customer!,
        month: 0,
        result: 'collected',
        sentAt: [dueAt],
        entries: [entry()],
        ...more,
      },
      { timetable, stepMs: DAY_MS },
    );
  const [what, late] = [`${customer!.reference}, 2027-03-28`, dueAt + 5 * DAY_MS];
  const lateText = new Date(late).toISOString();

  it('is as planned when it was collected once, in its time', () => {
    expect(check({})).toEqual([]);
  });

  it.for([
    [
      'a second collection',
      { entries: [entry(), entry()] },
      [`${what}: collected 2 times`, `${what}: expected ₦2,500.00, the ledger has ₦5,000.00`],
    ],
    ['money that is missing', { entries: [] }, [`${what}: expected ₦2,500.00, the ledger has ₦0.00`]],
    [
      'another amount by a kobo',
      { entries: [entry({ lines: [{ account: 'bank', amountKobo: -(customer!.amountKobo + 1) }] })] },
      [`${what}: expected ₦2,500.00, the ledger has ₦2,500.01`],
    ],
    ['another end than planned', { result: 'missed' }, [`${what}: expected collected, Oware reports missed`]],
    ['a debit that was sent before it was due', { sentAt: [dueAt - 1] }, [expect.any(String)]],
    ['a debit that was sent too late', { sentAt: [late] }, [`${what}: out of its time, at ${lateText}`]],
    [
      'money that came too late',
      { entries: [entry({ at: late })] },
      [`${what}: out of its time, at ${lateText}`],
    ],
  ] as const)('shows %s', ([, more, differences]) => {
    expect(check(more as Partial<DueDate>)).toEqual(differences);
  });
});
