import { expect, it } from 'vitest';
import { simulateBatch } from './simulated-batch.js';

/** More with OWARE_TEST_BATCHES=2500. */
const WORLDS = Number(process.env.OWARE_TEST_BATCHES ?? 30);
const FROM = Number(process.env.OWARE_TEST_BATCHES_FROM ?? 0);

it(
  `a batch pays each row once, and what is shown of it is true at every moment (${WORLDS} worlds)`,
  { timeout: 60_000 + WORLDS * 500 },
  async () => {
    const seen = new Set<string>();
    const broken: string[] = [];
    for (let seed = FROM; seed < FROM + WORLDS && broken.length < 3; seed++) {
      const { state, wrongs, log, did } = await simulateBatch(seed);
      for (const each of [state, ...did]) seen.add(each);
      if (wrongs.length > 0) broken.push(`world ${seed}: ${wrongs.join('; ')}\n${log.join('\n')}`);
    }
    expect(broken.join('\n\n')).toBe('');
    const expected = [
      'COMPLETED',
      'CANCELLED',
      'SUCCESS',
      'FAILED',
      'REVERSED',
      'REFUSED',
      'batch lost',
      'part lost',
    ];
    expect([...seen]).toEqual(expect.arrayContaining(expected));
  },
);
