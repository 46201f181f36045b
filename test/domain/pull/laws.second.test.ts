import { describe, expect, it } from 'vitest';
import { MOVES, searchAll, searchAtRandom } from './laws.js';

describe('two attempts of a due date keep the laws', () => {
  it('after every sequence of three pieces', () => {
    const { count, broken } = searchAll(3);
    expect(broken).toEqual([]);
    expect(count).toBe(MOVES.length ** 3);
  });

  it('after long sequences at random', () => {
    expect(searchAtRandom(12, 3_000)).toEqual([]);
  });
});
