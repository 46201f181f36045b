import { describe, expect, it } from 'vitest';
import { simulatePeriod } from './simulated-period.js';
import { simulate } from './simulated.js';

const RUNS = Number(process.env.OWARE_TEST_WORLDS ?? 300);

describe('a due date in a random world', () => {
  it(`is debited once, and what is shown is true at every moment (${RUNS} worlds)`, async () => {
    const counts: Record<string, number> = {};
    let twice = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const { wrongs, moved, isExcused, log, debits } = await simulate(seed);
      const found = [...wrongs, ...(moved.length > 1 && !isExcused ? ['money moved twice'] : [])];
      expect(found, `seed ${seed}\n${log.join('\n')}\n${debits.join(', ')}`).toEqual([]);
      if (moved.length > 1) twice += 1;
      for (const each of debits) counts[each] = (counts[each] ?? 0) + 1;
    }
    console.log(`${RUNS} worlds: ${JSON.stringify(counts)}; debited twice, by an assumption: ${twice}`);
    const states = ['1 PAID', '1 FAILED', '1 REFUSED', '2 PAID', '2 CANCELLED', '2 FAILED', '3 PAID'];
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(states));
  }, 120_000);
});

describe('a period of a subscription in a random world', () => {
  it(`is charged once, and what is shown is true at every moment (${RUNS} worlds)`, async () => {
    const counts: Record<string, number> = {};
    let twice = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const { wrongs, moved, isExcused, log, charges, period } = await simulatePeriod(seed);
      const found = [...wrongs, ...(moved.length > 1 && !isExcused ? ['money moved twice'] : [])];
      expect(found, `seed ${seed}\n${log.join('\n')}\n${period}: ${charges.join(', ')}`).toEqual([]);
      if (moved.length > 1) twice += 1;
      for (const each of [period, ...charges]) counts[each] = (counts[each] ?? 0) + 1;
    }
    console.log(`${RUNS} worlds: ${JSON.stringify(counts)}; charged twice, by an assumption: ${twice}`);
    const states = ['PAID', 'FAILED', 'MISSED', '1 PAID', '1 FAILED', '1 NOT_SENT', '2 PAID', '3 PAID'];
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(states));
  }, 120_000);
});
