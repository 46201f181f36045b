import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTally, emptyTally } from '../../src/domain/approval/tally.js';
import { kobo, sum } from '../../src/domain/money.js';

describe('the sums of a day', () => {
  const tally = () => createTally(emptyTally('salt'));

  it('include the payout that is counted, overall and by API key', () => {
    const day = tally();
    const first = { reference: 'transfer:1', amountKobo: kobo(100), key: 'shop' };
    expect(day.count(first)).toEqual({ sumKobo: 100, keySumKobo: 100 });
    expect(day.count({ ...first, reference: 'transfer:2', key: 'payroll' })).toEqual({
      sumKobo: 200,
      keySumKobo: 100,
    });
    expect(day.count({ ...first, reference: 'transfer:3' })).toEqual({ sumKobo: 300, keySumKobo: 200 });
  });

  it('of unknown callers are one sum', () => {
    const day = tally();
    day.count({ reference: 'transfer:1', amountKobo: kobo(100) });
    expect(day.count({ reference: 'transfer:2', amountKobo: kobo(100) }).keySumKobo).toBe(200);
    expect(day.count({ reference: 'transfer:3', amountKobo: kobo(1), key: 'shop' }).keySumKobo).toBe(1);
  });

  it('count a reference once, in this run and in the next, whatever amount a repeat names', () => {
    const day = tally();
    const payout = { reference: 'transfer:1', amountKobo: kobo(100), key: 'shop' };
    day.count(payout);
    expect(day.count({ ...payout, amountKobo: kobo(999) })).toEqual({ sumKobo: 100, keySumKobo: 100 });
    const next = createTally(JSON.parse(JSON.stringify(day.carry())) as ReturnType<typeof day.carry>);
    expect(next.count(payout)).toEqual({ sumKobo: 100, keySumKobo: 100 });
    expect(next.count({ ...payout, reference: 'transfer:2' })).toEqual({ sumKobo: 200, keySumKobo: 200 });
    expect(next.payouts()).toBe(2);
  });

  it('are the same over any number of runs', () => {
    const payouts = fc.array(
      fc.record({
        reference: fc.integer({ min: 0, max: 20 }).map((n) => `transfer:${n}`),
        amountKobo: fc.integer({ min: 0, max: 1_000_000 }).map(kobo),
        key: fc.constantFrom('shop', 'payroll'),
      }),
    );
    fc.assert(
      fc.property(payouts, fc.array(fc.boolean()), (given, continues) => {
        let day = tally();
        given.forEach((payout, index) => {
          day.count(payout);
          if (continues[index]) day = createTally(day.carry());
        });
        const once = given.filter(
          ({ reference }, index) => given.findIndex((each) => each.reference === reference) === index,
        );
        expect(day.sumKobo()).toBe(sum(...once.map(({ amountKobo }) => amountKobo)));
        expect(day.payouts()).toBe(once.length);
      }),
    );
  });

  it('hash references differently every day, so that none can be made to look counted', () => {
    const hashes = ['a', 'b'].map((salt) => {
      const day = createTally(emptyTally(salt));
      day.count({ reference: 'transfer:1', amountKobo: kobo(1) });
      return day.carry().counted;
    });
    expect(new Set(hashes).size).toBe(2);
  });

  it('never leave the exact range: a sum at its end stays there', () => {
    const day = tally();
    const most = kobo(Number.MAX_SAFE_INTEGER);
    day.count({ reference: 'transfer:1', amountKobo: most });
    expect(day.count({ reference: 'transfer:2', amountKobo: most }).sumKobo).toBe(most);
  });

  it('have a bound: further keys share a sum, and what is carried stays under a megabyte', () => {
    const day = tally();
    for (let n = 0; n < 110_000; n++) {
      day.count({ reference: `transfer:${n}`, amountKobo: kobo(1), key: `key-${n % 500}` });
    }
    const carried = day.carry();
    expect(JSON.stringify(carried).length).toBeLessThan(1_000_000);
    expect(carried).toMatchObject({ payouts: 110_000, sumKobo: 110_000 });
    expect(carried.keySums).toHaveLength(201);
    // 220 payouts of each of the 300 keys over the limit
    expect(carried.keySums.at(-1)).toEqual(['(others)', 66_000]);
  });
});
