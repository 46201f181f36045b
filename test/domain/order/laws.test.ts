import { describe, expect, it } from 'vitest';
import { ACTIONS, ALL_LETTERS, play, playAtRandom, sequences } from './laws.js';

/** Deeper in laws.second.test.ts. */
describe('the laws of an order hold', () => {
  it.each(ACTIONS)('for every two of all letters (%s)', (action) => {
    for (const letters of sequences(ALL_LETTERS, 2)) expect(play(letters, action)).toBeUndefined();
  });

  it('at random, twenty letters long', () => {
    expect(playAtRandom(1, 200)).toBeUndefined();
  });
});
