import { type Kobo, totalOf } from '../money.js';
import type { Held, Row, Source } from './record.js';

/** How many records of a source are in a state, and their sum. */
export interface Tally {
  readonly source: Source;
  readonly state: string;
  readonly count: number;
  readonly sumKobo: Kobo;
}

/** Adds tallies of the same source and state; sorted, so that equal days have equal reports. */
export function addTallies(...lists: readonly (readonly Tally[])[]): Tally[] {
  const all = new Map<string, Tally>();
  for (const tally of lists.flat()) {
    const key = `${tally.source} ${tally.state}`;
    const before = all.get(key);
    all.set(key, {
      ...tally,
      count: tally.count + (before?.count ?? 0),
      sumKobo: before ? totalOf(before.sumKobo, tally.sumKobo) : tally.sumKobo,
    });
  }
  return [...all.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, tally]) => tally);
}

export function tallyOf(of: Row | Held): Tally {
  const state = 'status' in of ? of.status : of.state;
  return { source: of.source, state, count: 1, sumKobo: of.amountKobo ?? (0 as Kobo) };
}
