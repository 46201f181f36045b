import { HASH_LENGTH, shortHash } from '../hash.js';
import { type Kobo, kobo, ZERO } from '../money.js';

/** One payout to count. */
export interface Payout {
  /** Identifies it among all payouts: its workflow id. */
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** Name of the API key that asked for it; absent when that is not proven. */
  readonly key?: string;
}

/** Sums of money out, the counted payout included. */
export interface PayoutSums {
  readonly sumKobo: Kobo;
  /** Of the same API key, or of all payouts without a proven one. */
  readonly keySumKobo: Kobo;
}

/** What has been counted, as one run hands it to the next. */
export interface CarriedTally {
  /** Random, and part of every hash: a maker cannot choose a reference that looks counted already. */
  readonly salt: string;
  readonly payouts: number;
  readonly sumKobo: Kobo;
  readonly keySums: readonly (readonly [key: string, sumKobo: Kobo])[];
  /** Hashes of the counted references, concatenated. */
  readonly counted: string;
}

/** Further keys share one sum, which is larger than that of each. */
const KEYS_KEPT = 200;
const OTHER_KEYS = '(others)';
const NO_KEY = '';
/** 900 KB. A reference that is forgotten and repeated is counted twice: the limits get stricter, not weaker. */
const REFERENCES_KEPT = 100_000;

export type Tally = ReturnType<typeof createTally>;

/** Sums the payouts of a day, each reference once. */
export function createTally({ salt, ...carried }: CarriedTally) {
  let { payouts, sumKobo } = carried;
  const keySums = new Map(carried.keySums);
  const counted = new Set(split(carried.counted));

  const nameOf = (key = NO_KEY) => (keySums.has(key) || keySums.size < KEYS_KEPT ? key : OTHER_KEYS);

  return {
    /** A repeated reference adds nothing, whatever amount it names, and gets the sums as they are now. */
    count({ reference, amountKobo, key }: Payout): PayoutSums {
      const hash = shortHash(salt + reference);
      const name = nameOf(key);
      const before = keySums.get(name) ?? ZERO;
      if (counted.has(hash)) return { sumKobo, keySumKobo: before };
      const keySumKobo = add(before, amountKobo);
      counted.add(hash);
      payouts += 1;
      sumKobo = add(sumKobo, amountKobo);
      keySums.set(name, keySumKobo);
      return { sumKobo, keySumKobo };
    },
    payouts: () => payouts,
    sumKobo: () => sumKobo,
    carry: (): CarriedTally => ({
      salt,
      payouts,
      sumKobo,
      keySums: [...keySums],
      counted: [...counted].slice(-REFERENCES_KEPT).join(''),
    }),
  };
}

export function emptyTally(salt: string): CarriedTally {
  return { salt, payouts: 0, sumKobo: ZERO, keySums: [], counted: '' };
}

/** A sum beyond the exact range stays at its end: it is above every limit. */
function add(one: Kobo, other: Kobo): Kobo {
  return kobo(Math.min(one + other, Number.MAX_SAFE_INTEGER));
}

function split(hashes: string): string[] {
  return Array.from({ length: Math.floor(hashes.length / HASH_LENGTH) }, (_, index) =>
    hashes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH),
  );
}
