import { expect, it } from 'vitest';
import { simulateCharge } from './simulated-charge.js';

/** More with OWARE_TEST_CHARGES=2500. */
const WORLDS = Number(process.env.OWARE_TEST_CHARGES ?? 100);

it(
  `a token charge charges its card once, and what is shown is true at every moment (${WORLDS} worlds)`,
  { timeout: 60_000 + WORLDS * 500 },
  async () => {
    const seen = new Set<string>();
    const broken: string[] = [];
    for (let seed = 0; seed < WORLDS && broken.length < 3; seed++) {
      const { state, wrongs, log, did } = await simulateCharge(seed);
      for (const each of [state, ...did]) seen.add(each);
      if (wrongs.length > 0) broken.push(`world ${seed}: ${wrongs.join('; ')}\n${log.join('\n')}`);
    }
    expect(broken.join('\n\n')).toBe('');
    const expected = ['PAID', 'FAILED', 'REFUSED', 'CANCELLED', 'run lost', 'withdrawn', 'continued'];
    expect([...seen]).toEqual(expect.arrayContaining(expected));
  },
);
