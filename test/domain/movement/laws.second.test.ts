import { expect, it } from 'vitest';
import { ALL, GAPS, PAID, searchAll, searchSome, SENT } from './laws.js';
import { RULES } from './letters.js';

/** Deeper with OWARE_TEST_LAWS=5, which takes many minutes. */
const DEPTH = Number(process.env.OWARE_TEST_LAWS ?? 4);
const LIMIT_MS = DEPTH > 4 ? 3_600_000 : 600_000;

it.each([
  ['three of all kinds', ALL, 3],
  ['four about something that we send', SENT, DEPTH],
  ['four about something that a payer pays', PAID, DEPTH],
] as const)(
  'every sequence keeps the laws, with a gap on each side of every threshold: %s',
  (_what, letters, depth) => {
    const { sequences, broken } = searchAll(RULES, { letters, depth, gaps: GAPS });
    expect(broken).toEqual([]);
    expect(sequences).toBeGreaterThan(400_000);
  },
  LIMIT_MS,
);

it(
  'sequences of twelve pieces at random keep the laws',
  () => {
    const count = 30_000 * (DEPTH - 3);
    expect(searchSome(RULES, { letters: ALL, depth: 12, count, seed: 11 })).toEqual([]);
  },
  LIMIT_MS,
);
