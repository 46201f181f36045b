/** Two clocks that are set by different people. */
const CLOCKS_DIFFER_MS = 120_000;

type Maybe<Value> = Value | null | undefined;

/** What a record under our reference shows of itself, beside what was asked; what it leaves out disproves nothing. */
export interface Likeness {
  readonly createdOn: Maybe<string>;
  /** Pairs of what was asked and what the record says: amounts, currency, customer, destination. */
  readonly pairs: readonly (readonly [asked: Maybe<string | number>, recorded: Maybe<string | number>])[];
}

/**
 * Whether what the gateway shows under our reference is our own: it agrees with what was asked, and it may have
 * been made by an attempt at that time. What is older, or says something else, is a stranger's. One rule for all
 * lifecycles. Texts are compared as people read them: gateways change case and spaces.
 */
export function isOurOwn(attemptAt: number, { createdOn, pairs }: Likeness): boolean {
  return mayStemFrom(attemptAt, createdOn) && pairs.every(([asked, recorded]) => agrees(asked, recorded));
}

export function mayStemFrom(attemptAt: number, createdOn: Maybe<string>): boolean {
  if (createdOn == null) return true;
  const at = Date.parse(createdOn);
  return Number.isNaN(at) || at >= attemptAt - CLOCKS_DIFFER_MS;
}

function agrees(asked: Maybe<string | number>, recorded: Maybe<string | number>): boolean {
  if (asked == null || recorded == null || asked === '' || recorded === '') return true;
  return asPeopleRead(asked) === asPeopleRead(recorded);
}

function asPeopleRead(value: string | number): string {
  return String(value).trim().replace(/\s+/g, ' ').toLowerCase();
}
