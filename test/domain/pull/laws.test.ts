import { describe, expect, it } from 'vitest';
import { MOVES, searchAll, searchAtRandom } from './laws.js';

/** Deeper in laws.second.test.ts. */
describe('two attempts of a due date keep the laws', () => {
  it('after every sequence of two pieces', () => {
    const { count, broken } = searchAll(2);
    expect(broken).toEqual([]);
    expect(count).toBe(MOVES.length ** 2);
  });

  it('after long sequences at random', () => {
    expect(searchAtRandom(11, 300)).toEqual([]);
  });
});
