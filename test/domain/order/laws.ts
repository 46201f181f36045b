import type { Policy } from '../../../src/domain/collection/policy.js';
import { isFulfillable } from '../../../src/domain/order/state.js';
import { createDice } from '../../support/dice.js';
import { broken, COMMON_LETTERS, createPlayed, type Letter, policiesOf, RARE_LETTERS } from './played.js';

export const ALL_LETTERS: readonly Letter[] = [...COMMON_LETTERS, ...RARE_LETTERS];

export const ACTIONS: readonly Policy['action'][] = ['hold', 'accept', 'refund'];

/** Plays the letters; which law broke first, and after which of them. */
export function play(letters: readonly Letter[], action: Policy['action']): string | undefined {
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

export function* sequences(letters: readonly Letter[], depth: number): Generator<readonly Letter[]> {
  if (depth === 0) {
    yield [];
    return;
  }
  for (const rest of sequences(letters, depth - 1)) for (const letter of letters) yield [...rest, letter];
}

/** Plays letters at random, the common ones twice as often; which law broke, and with which seed. */
export function playAtRandom(from: number, to: number): string | undefined {
  const bag = [...COMMON_LETTERS, ...ALL_LETTERS];
  for (let seed = from; seed <= to; seed++) {
    const dice = createDice(seed);
    const letters = Array.from({ length: 20 }, () => dice.pick(bag));
    const problem = play(letters, dice.pick(ACTIONS));
    if (problem !== undefined) return `seed ${seed}: ${problem}`;
  }
  return undefined;
}
