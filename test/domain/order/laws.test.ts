import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src/domain/collection/policy.js';
import { isFulfillable } from '../../../src/domain/order/state.js';
import { createDice } from '../../support/dice.js';
import { broken, COMMON_LETTERS, createPlayed, type Letter, policiesOf, RARE_LETTERS } from './played.js';

/** Seconds, but on processors that are shared with others. */
const LIMIT_MS = 180_000;
const ACTIONS: readonly Policy['action'][] = ['hold', 'accept', 'refund'];

/** Plays the letters; which law broke first, and after which of them. */
function play(letters: readonly Letter[], action: Policy['action']): string | undefined {
  const played = createPlayed(policiesOf(action));
  for (const [n, letter] of letters.entries()) {
    const was = { fulfillable: isFulfillable(played.order()), state: played.order().state };
    const problems = broken(played, played.step(letter), was);
    if (problems.length > 0) {
      return `${problems.join('; ')} (${action}) after ${JSON.stringify(letters.slice(0, n + 1))}`;
    }
  }
  return undefined;
}

function* sequences(letters: readonly Letter[], depth: number): Generator<readonly Letter[]> {
  if (depth === 0) {
    yield [];
    return;
  }
  for (const rest of sequences(letters, depth - 1)) for (const letter of letters) yield [...rest, letter];
}

describe('the laws of an order hold', () => {
  it(
    'for every three of the common letters',
    () => {
      for (const letters of sequences(COMMON_LETTERS, 3)) expect(play(letters, 'hold')).toBeUndefined();
    },
    LIMIT_MS,
  );

  it.each(ACTIONS)('for every two of all letters (%s)', (action) => {
    const all = [...COMMON_LETTERS, ...RARE_LETTERS];
    for (const letters of sequences(all, 2)) expect(play(letters, action)).toBeUndefined();
  });

  it(
    'at random, twenty letters long',
    () => {
      const all = [...COMMON_LETTERS, ...COMMON_LETTERS, ...RARE_LETTERS];
      for (let seed = 1; seed <= 1_000; seed++) {
        const dice = createDice(seed);
        const letters = Array.from({ length: 20 }, () => dice.pick(all));
        expect(play(letters, dice.pick(ACTIONS)), `seed ${seed}`).toBeUndefined();
      }
    },
    LIMIT_MS,
  );
});
