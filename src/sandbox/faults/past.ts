import { referencesIn } from '../http/references-in.js';
import { type Collection, type Store, type Written } from '../state/store.js';
import { type Tables } from '../tables.js';
import { type World } from '../world.js';

/** What records were before they were last written, for reads that lag behind. */
export interface Past {
  /** The world as it was at a time, as far as these records go; only for reading. */
  view(world: World, at: number, isMeant: (references: readonly string[]) => boolean): World;
}

interface Version extends Written {
  readonly at: number;
}

/** Merchants, accounts to pay into and the sandbox's own affairs do not lag: only what merchants read does. */
const LAGGING = [
  'transactions',
  'invoices',
  'reservedAccounts',
  'refunds',
  'settlements',
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

export function createPast(store: Store, now: () => number): Past {
  const versions: Version[] = [];
  store.watch((changes) => {
    const at = now();
    versions.push(
      ...changes.map(({ collection, key, before, after }) => ({ collection, key, before, after, at })),
    );
    if (versions.length > 2 * REMEMBERED) versions.splice(0, versions.length - REMEMBERED);
  });

  return {
    view(world, at, isMeant) {
      const earlier = new Map<string, Map<string, unknown>>();
      // the latest first, so that what stays is what each record was before its first change since then
      for (const version of [...versions].reverse()) {
        if (version.at <= at || !isMeant(referencesIn(version.after ?? version.before))) continue;
        const records = earlier.get(version.collection) ?? new Map<string, unknown>();
        earlier.set(version.collection, records.set(version.key, version.before));
      }
      const tables = LAGGING.map((name) => {
        const table = world[name] as Collection<unknown, string>;
        return [name, asItWas(table, earlier.get(table.name) ?? new Map<string, unknown>())] as const;
      });
      return { ...world, ...(Object.fromEntries(tables) as unknown as Tables) };
    },
  };
}

/** A collection in which some records are what they were; undefined: they were not there yet. */
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
