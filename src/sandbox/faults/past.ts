import { referencesIn } from '../http/references-in.js';
import { type Collection, type Store } from '../state/store.js';
import { type Tables } from '../tables.js';

/** A lag: reads show some records as they were earlier. */
export interface Lag {
  readonly ms: number;
  /** The records, exact or with * for any characters; all of them without it. */
  readonly reference?: string | undefined;
}

/** Earlier versions of records. */
export interface Past {
  /** Whether the lag changes what any read shows. */
  hides(lag: Lag): boolean;
  /** The world as it was, for reading only. */
  view<World extends Tables>(world: World, lags: readonly Lag[]): World;
}

interface Version {
  readonly collection: string;
  readonly key: string;
  readonly before: unknown;
  readonly references: readonly string[];
  readonly at: number;
}

/** Only what merchants read can lag: not merchants, virtual accounts or the sandbox's own state. */
const LAGGING = [
  'transactions',
  'invoices',
  'reservedAccounts',
  'refunds',
  'settlements',
  'settlementRows',
  'mandates',
  'debits',
  'transfers',
  'batches',
  'bills',
  'paycodes',
  'customerWallets',
  'walletEntries',
] as const satisfies readonly (keyof Tables)[];

const REMEMBERED = 20_000;

export function createPast(store: Store, tables: Tables, now: () => number): Past {
  const lagging: ReadonlySet<string> = new Set(LAGGING.map((name) => tables[name].name));
  const versions: Version[] = [];
  store.watch((changes) => {
    for (const { collection, key, before, after } of changes) {
      if (!lagging.has(collection)) continue;
      versions.push({ collection, key, before, references: referencesIn(after ?? before), at: now() });
    }
    if (versions.length > 2 * REMEMBERED) versions.splice(0, versions.length - REMEMBERED);
  });

  /** Versions written within the longest of these lags, the latest first. */
  function* hidden(lags: readonly Lag[]): Generator<Version> {
    const meant = lags.map(({ ms, reference = '*' }) => ({ ms, fits: matcherOf(reference) }));
    const longestMs = Math.max(...lags.map(({ ms }) => ms));
    const present = now();
    for (let at = versions.length - 1; at >= 0; at -= 1) {
      const version = versions[at];
      const age = present - (version?.at ?? 0);
      if (!version || age >= longestMs) return;
      // a clock that was set back leaves versions with times in the future
      if (age >= 0 && meant.some(({ ms, fits }) => age < ms && version.references.some(fits))) yield version;
    }
  }

  return {
    hides: (lag) => hidden([lag]).next().done !== true,
    view(world, lags) {
      const earlier = new Map<string, Map<string, unknown>>();
      // later iterations win: each record as it was before its first change
      for (const { collection, key, before } of hidden(lags)) {
        const records = earlier.get(collection) ?? new Map<string, unknown>();
        earlier.set(collection, records.set(key, before));
      }
      const views = LAGGING.flatMap((name) => {
        const table = world[name] as Collection<unknown, string>;
        const records = earlier.get(table.name);
        return records ? [[name, asItWas(table, records)] as const] : [];
      });
      return { ...world, ...(Object.fromEntries(views) as Partial<Tables>) };
    },
  };
}

/** Matches text against a pattern with * for any characters. */
export function matcherOf(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text === pattern;
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 's');
  return (text) => expression.test(text);
}

/** A view of a collection with some earlier records; undefined: the record did not exist yet. */
function asItWas(
  table: Collection<unknown, string>,
  earlier: ReadonlyMap<string, unknown>,
): Collection<unknown, string> {
  function* values(): IterableIterator<unknown> {
    for (const record of table.values()) {
      const key = table.keyOf(record);
      const shown = earlier.has(key) ? earlier.get(key) : record;
      if (shown !== undefined) yield shown;
    }
    for (const [key, record] of earlier) {
      if (record !== undefined && table.get(key) === undefined) yield record;
    }
  }
  const filter = (index: string, value: string): unknown[] =>
    [...values()].filter((record) => table.indexValue(index, record) === value);
  return {
    ...table,
    get size() {
      return [...values()].length;
    },
    values,
    filter,
    find: (index, value) => filter(index, value)[0],
    get: (key) => (earlier.has(key) ? earlier.get(key) : table.get(key)),
  };
}
