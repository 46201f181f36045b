import { describe, expect, it } from 'vitest';
import { play, playAtRandom, sequences } from './laws.js';
import { COMMON_LETTERS } from './played.js';

describe('the laws of an order hold', () => {
  it('for every three of the common letters', () => {
    for (const letters of sequences(COMMON_LETTERS, 3)) expect(play(letters, 'hold')).toBeUndefined();
  });

  it('at random, twenty letters long', () => {
    expect(playAtRandom(201, 2_000)).toBeUndefined();
  });
});
