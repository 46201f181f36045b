/** Allowed difference between the gateway's clock and ours. */
const CLOCKS_DIFFER_MS = 120_000;

type Maybe<Value> = Value | null | undefined;

/** What a record under our reference shows, beside the request; a missing field disproves nothing. */
export interface RecordComparison {
  readonly createdOn: Maybe<string>;
  /** Pairs of the requested and the recorded value: amounts, currency, customer, destination. */
  readonly pairs: readonly (readonly [asked: Maybe<string | number>, recorded: Maybe<string | number>])[];
}

/**
 * Whether a record under our reference is our own: it agrees with the request, and an attempt at that time
 * may have created it. An older or different one is foreign. One rule for all lifecycles. Texts are compared
 * as people read them, because gateways change case and spaces.
 */
export function isOurOwn(attemptAt: number, { createdOn, pairs }: RecordComparison): boolean {
  return mayStemFrom(attemptAt, createdOn) && pairs.every(([asked, recorded]) => agrees(asked, recorded));
}

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
