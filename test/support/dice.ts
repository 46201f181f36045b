/** Seeded random choices. */
export interface Dice {
  next(): number;
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(values: readonly T[]): T;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, chance: (share) => next() < share, pick: (values) => values[below(values.length)]! };
}
