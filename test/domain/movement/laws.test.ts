import { describe, expect, it } from 'vitest';
import { add, decisionsOn, noEvidence } from '../../../src/domain/movement/evidence.js';
import { itemsOf, standingOf } from '../../../src/domain/movement/standing.js';
import { GAPS, searchAll, searchSome } from './laws.js';
import { type Letter, LETTERS } from './letters.js';

const RULES = { add, decisionsOn, noEvidence, standingOf, itemsOf };
const ALL = Object.keys(LETTERS) as Letter[];
/** Those that a payout or a debit has most, and those of a payment by a payer. */
const SENT: readonly Letter[] = [
  'left',
  'refused',
  'used',
  'absent',
  'pending',
  'end',
  'paid10',
  'back',
  'claim10',
  'didNot',
];
const PAID: readonly Letter[] = [
  'pending',
  'end',
  'paid4',
  'paid10',
  'back',
  'odd',
  'claim10',
  'claimBack',
  'seen',
];

/** Deeper with OWARE_TEST_LAWS=5, which takes minutes. */
const DEPTH = Number(process.env.OWARE_TEST_LAWS ?? 4);

describe('every sequence of pieces keeps the laws', () => {
  it.each([
    ['three of all kinds, a gap on each side of every threshold', ALL, 3, GAPS],
    ['four about something that we send', SENT, DEPTH, [6, 90, 25 * 60]],
    ['four about something that a payer pays', PAID, DEPTH, [1, 6, 25 * 60]],
  ] as const)('%s', (_what, letters, depth, gaps) => {
    const { sequences, broken } = searchAll(RULES, { letters, depth, gaps });
    expect(broken).toEqual([]);
    expect(sequences).toBeGreaterThan(100_000);
  });

  it('at random, twelve pieces long', () => {
    const count = 3_000 * DEPTH;
    expect(searchSome(RULES, { letters: ALL, depth: 12, count, seed: 7 })).toEqual([]);
  });

  it('and every standing is reached', () => {
    const { names } = searchAll(RULES, { letters: ALL, depth: 3, gaps: [6] });
    expect([...names].sort()).toEqual(
      ['doubtful', 'ending', 'moved', 'nothing', 'returned', 'unknown', 'unsent', 'waiting'].sort(),
    );
  });
});
