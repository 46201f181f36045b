import { describe, expect, it } from 'vitest';
import { ALL, PAID, searchAll, searchSome, SENT } from './laws.js';
import { RULES } from './letters.js';

/** Seconds on a quiet machine; on a busy one more than a test may take. */
const LIMIT_MS = 180_000;

describe('every sequence of pieces keeps the laws', { timeout: LIMIT_MS }, () => {
  // with a gap on each side of every threshold: in the second circle
  it.each([
    ['four about something that we send', SENT, 4],
    ['four about something that a payer pays', PAID, 4],
  ] as const)('%s', (_what, letters, depth) => {
    const { sequences, broken } = searchAll(RULES, { letters, depth, gaps: [6, 25 * 60] });
    expect(broken).toEqual([]);
    expect(sequences).toBeGreaterThan(50_000);
  });

  it('at random, twelve pieces long', () => {
    expect(searchSome(RULES, { letters: ALL, depth: 12, count: 4_000, seed: 7 })).toEqual([]);
  });

  it('three of all kinds, which reach every standing', () => {
    const { names, broken } = searchAll(RULES, { letters: ALL, depth: 3, gaps: [6] });
    expect(broken).toEqual([]);
    expect([...names].sort()).toEqual(
      ['doubtful', 'ending', 'moved', 'nothing', 'returned', 'unknown', 'unsent', 'waiting'].sort(),
    );
  });
});
