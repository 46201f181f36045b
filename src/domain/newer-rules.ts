import { type Kobo, totalOf } from './money.js';
import { type Versioned, versionOf, within } from './rules-version.js';
import { without } from './without.js';

/** What merchants are sent of something, by a version of the rules. */
export type ViewBy = (by: Versioned) => object;

/** What a newer version would show otherwise. */
export interface Difference {
  /** Which of several things in the lifecycle. */
  readonly name?: string;
  readonly was: string;
  readonly is: string;
  readonly atRiskKobo: Kobo;
}

/** What changes in a lifecycle that takes over a newer version. */
export interface Taken<Of> {
  readonly part: Partial<Of>;
  readonly differences: readonly Difference[];
}

type Compared = Pick<Difference, 'was' | 'is'>;

/**
 * A newer version decides at once where it shows the same. Where it shows something else, nothing changes that the merchant was
 * sent: no evidence has. The older one decides until there is new evidence.
 */
function compared(
  known: Versioned,
  version: number,
  viewBy: ViewBy,
): readonly [Versioned, Compared | undefined] {
  const before = versionOf(known);
  const [was, is] = [viewBy({ rules: before }), viewBy({ rules: version })];
  if (JSON.stringify(was) === JSON.stringify(is)) return [{ rules: version, rulesDue: undefined }, undefined];
  return [
    { rules: before, rulesDue: version },
    { was: inWords(was, is), is: inWords(is, was) },
  ];
}

/** The state, and what else is not as in the other view. */
function inWords(view: object, other: object): string {
  const { state, ...rest } = view as Readonly<Record<string, unknown>>;
  const others = other as Readonly<Record<string, unknown>>;
  const differing = Object.entries(rest)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(others[name]))
    .map(([name, value]) => `${name} ${value === undefined ? 'none' : JSON.stringify(value)}`);
  const isEnough = differing.length === 0 || (state !== undefined && state !== others['state']);
  return [...(typeof state === 'string' ? [state] : []), ...(isEnough ? [] : differing)].join(', ');
}

/** For a lifecycle that is one order or one payout. */
export function takenAlone<Of extends Versioned>(
  known: Of,
  version: number,
  { viewBy, atRiskKobo }: { readonly viewBy: ViewBy; readonly atRiskKobo: Kobo },
): Taken<Of> {
  const [versions, differs] = compared(known, version, viewBy);
  // the compiler cannot see that every Of has just these fields
  return { part: versions as Partial<Of>, differences: differs ? [{ ...differs, atRiskKobo }] : [] };
}

export interface ListedBy<Entry> {
  readonly name: (entry: Entry, index: number) => string;
  readonly viewBy: (entry: Entry, by: Versioned, index: number) => object;
  readonly atRisk: (entry: Entry, index: number) => Kobo;
}

/**
 * For a lifecycle of several things: each is judged by itself, and waits for evidence of its own. `owner`: the lifecycle, with its
 * version as it was.
 */
export function takenEach<Entry extends Versioned>(
  owner: Versioned,
  entries: readonly Entry[],
  version: number,
  { name, viewBy, atRisk }: ListedBy<Entry>,
): { readonly entries: readonly Entry[]; readonly differences: readonly Difference[] } {
  const differences: Difference[] = [];
  const taken = entries.map((entry, index): Entry => {
    const [versions, differs] = compared(within(owner, entry), version, (by) => viewBy(entry, by, index));
    if (differs) {
      differences.push({ ...differs, name: name(entry, index), atRiskKobo: atRisk(entry, index) });
      return { ...entry, ...versions };
    }
    // the compiler cannot see that no Entry needs these fields
    return entry.rules === undefined ? entry : (without(entry, 'rules', 'rulesDue') as unknown as Entry);
  });
  return { entries: taken, differences };
}

/** What a person reads about it. */
export function reasonOf(version: number, differences: readonly Difference[]): string {
  const [first, ...more] = differences;
  const { name, was, is } = first ?? { was: '', is: '' };
  const others = more.length === 0 ? '' : `, and ${more.length} more otherwise`;
  const shown = name === undefined ? is : `${name} as ${is}`;
  return `version ${version} of the rules would show ${shown} where the merchant was sent ${was}${others}; nothing is sent until there is new evidence`;
}

export const atRiskIn = (differences: readonly Difference[]): Kobo =>
  totalOf(...differences.map(({ atRiskKobo }) => atRiskKobo));

/** Whether something of it still waits for new evidence. */
export const isWaiting = (each: readonly Versioned[]) => each.some(({ rulesDue }) => rulesDue !== undefined);
