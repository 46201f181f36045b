/** Allowed difference between the gateway's clock and ours. */
const CLOCKS_DIFFER_MS = 120_000;

type Maybe<Value> = Value | null | undefined;

/** What a record under our reference shows, beside the request; a missing field disproves nothing. */
export interface RecordComparison {
  readonly createdOn: Maybe<string>;
  /** Pairs of the requested and the recorded value: amounts, currency, customer, destination. */
  readonly pairs: readonly (readonly [asked: Maybe<string | number>, recorded: Maybe<string | number>])[];
}

/** `older`: it agrees, and was there before the attempt by the gateway's clock, which may be wrong: a person says whose it is. */
export type Ownership = 'ours' | 'older' | 'foreign';

/**
 * Whose a record under our reference is. One that differs from the request is foreign. One rule for all lifecycles. Texts
 * are compared as people read them, because gateways change case and spaces.
 */
export function ownershipOf(attemptAt: number, { createdOn, pairs }: RecordComparison): Ownership {
  if (!pairs.every(([asked, recorded]) => agrees(asked, recorded))) return 'foreign';
  return mayStemFrom(attemptAt, createdOn) ? 'ours' : 'older';
}

export const isOurOwn = (attemptAt: number, comparison: RecordComparison) =>
  ownershipOf(attemptAt, comparison) === 'ours';

export function mayStemFrom(attemptAt: number, createdOn: Maybe<string>): boolean {
  if (createdOn == null) return true;
  const at = Date.parse(createdOn);
  return Number.isNaN(at) || at >= attemptAt - CLOCKS_DIFFER_MS;
}

/** Whether a recorded value is the requested one, as people read it; a missing one disproves nothing. */
export function agrees(asked: Maybe<string | number>, recorded: Maybe<string | number>): boolean {
  if (asked == null || recorded == null || asked === '' || recorded === '') return true;
  return asPeopleRead(asked) === asPeopleRead(recorded);
}

function asPeopleRead(value: string | number): string {
  return String(value).trim().replace(/\s+/g, ' ').toLowerCase();
}
