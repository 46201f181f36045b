import { describe, expect, it } from 'vitest';
import { ALL, PAID, searchAll, searchSome, SENT } from './laws.js';
import { RULES } from './letters.js';

describe('every sequence of pieces keeps the laws', () => {
  // with a gap on each side of every threshold: in the second circle
  it.each([
    ['three of all kinds', ALL, 3],
    ['four about something that we send', SENT, 4],
    ['four about something that a payer pays', PAID, 4],
  ] as const)('%s', (_what, letters, depth) => {
    const { sequences, broken } = searchAll(RULES, { letters, depth, gaps: [6, 25 * 60] });
    expect(broken).toEqual([]);
    expect(sequences).toBeGreaterThan(50_000);
  });

  it('at random, twelve pieces long', () => {
    expect(searchSome(RULES, { letters: ALL, depth: 12, count: 12_000, seed: 7 })).toEqual([]);
  });

  it('and every standing is reached', () => {
    const { names } = searchAll(RULES, { letters: ALL, depth: 3, gaps: [6] });
    expect([...names].sort()).toEqual(
      ['doubtful', 'ending', 'moved', 'nothing', 'returned', 'unknown', 'unsent', 'waiting'].sort(),
    );
  });
});
