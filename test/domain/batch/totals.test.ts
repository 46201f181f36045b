import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fundsNeeded, mergeTotals, refuseTotals, sumOf, totalsOf } from '../../../src/domain/batch/totals.js';
import { kobo, MoneyError } from '../../../src/domain/money.js';
import { batchRow } from './rows.js';

const row = (state: string, amount: number, fee?: number) => ({
  state,
  amountKobo: kobo(amount),
  ...(fee !== undefined && { feeKobo: kobo(fee) }),
});

const anyRows = fc.array(
  fc.record({
    state: fc.constantFrom('PENDING', 'SUCCESS', 'FAILED', 'REVERSED'),
    amountKobo: fc.nat(1_000_000).map(kobo),
    feeKobo: fc.option(fc.nat(4_000).map(kobo), { nil: undefined }),
  }),
  { maxLength: 30 },
);

describe('totals', () => {
  it('count and add up amounts and known fees, in all and by state', () => {
    const rows = [row('SUCCESS', 100, 10), row('FAILED', 200), row('SUCCESS', 300, 20)];
    expect(totalsOf(rows)).toEqual({
      count: 3,
      sumKobo: 600,
      feeKobo: 30,
      byState: {
        FAILED: { count: 1, sumKobo: 200, feeKobo: 0 },
        SUCCESS: { count: 2, sumKobo: 400, feeKobo: 30 },
      },
    });
  });

  it('of no rows are zero', () => {
    expect(totalsOf([])).toEqual({ count: 0, sumKobo: 0, feeKobo: 0, byState: {} });
  });

  it('of a batch are the sum of the totals of its parts, however it is divided', () => {
    fc.assert(
      fc.property(fc.array(anyRows, { maxLength: 6 }), (parts) => {
        expect(mergeTotals(parts.map(totalsOf))).toEqual(totalsOf(parts.flat()));
      }),
    );
  });

  it('do not depend on the order of the rows', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        expect(totalsOf(rows.toReversed())).toEqual(totalsOf(rows));
      }),
    );
  });

  it('by state add up to the whole', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { byState, ...whole } = totalsOf(rows);
        const states = Object.values(byState).map((totals) => ({ ...totals, byState: {} }));
        expect(mergeTotals(states)).toEqual({ ...whole, byState: {} });
      }),
    );
  });

  it('beyond the safe range are refused instead of being rounded', () => {
    const most = row('PENDING', Number.MAX_SAFE_INTEGER);
    expect(() => totalsOf([most, row('PENDING', 1)])).toThrow(MoneyError);
  });

  it('of 100,000 rows are computed', () => {
    expect(sumOf(Array.from({ length: 100_000 }, () => batchRow({ amountKobo: kobo(20_00) })))).toBe(
      2_000_000_00,
    );
  });
});

it('the wallet must hold the amounts and the fee of every row', () => {
  const fees = [
    { fromKobo: kobo(0), feeKobo: kobo(10_00) },
    { fromKobo: kobo(10_000_00), feeKobo: kobo(20_00) },
  ];
  const rows = [batchRow({ amountKobo: kobo(9_999_00) }), batchRow({ amountKobo: kobo(10_000_00) })];
  expect(fundsNeeded(rows, fees)).toBe(20_029_00);
});

describe('the totals that a merchant expects', () => {
  const actual = { count: 2, sumKobo: kobo(6_000_00) };

  it('prove the rows when they agree; each is optional', () => {
    expect(refuseTotals(actual, { count: 2, sumKobo: kobo(6_000_00) })).toEqual([]);
    expect(refuseTotals(actual, { count: 2 })).toEqual([]);
    expect(refuseTotals(actual, {})).toEqual([]);
  });

  it('name both figures when they differ', () => {
    expect(refuseTotals(actual, { count: 3, sumKobo: kobo(6_000_01) })).toEqual([
      { field: 'count', message: 'is 3, but the batch has 2 rows' },
      { field: 'sum', message: 'is ₦6,000.01, but the rows add up to ₦6,000.00' },
    ]);
  });
});
