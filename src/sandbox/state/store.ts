import { type Change, type Journal } from './journal.js';

/** The key and the indexes of a collection. An index value of undefined leaves the record out of that index. */
export interface Shape<T, Index extends string> {
  readonly key: (record: T) => string;
  readonly indexes: Readonly<Record<Index, (record: T) => string | undefined>>;
}

/** Records are immutable: a change puts a new record, so that a rollback can restore the old one. */
export interface Collection<T, Index extends string = never> {
  readonly name: string;
  readonly size: number;
  keyOf(record: T): string;
  /** The value of a record in an index. */
  indexValue(index: Index, record: T): string | undefined;
  get(key: string): T | undefined;
  put(record: T): void;
  delete(key: string): void;
  values(): IterableIterator<T>;
  find(index: Index, value: string): T | undefined;
  filter(index: Index, value: string): Iterable<T>;
}

export interface Store {
  collection<T>(name: string, key: (record: T) => string): Collection<T>;
  collection<T, Index extends string>(name: string, shape: Shape<T, Index>): Collection<T, Index>;
  /** Runs work atomically: its changes become one journal line, or are rolled back when it throws. */
  commit<Result>(work: () => Result): Result;
  /** The next number of this counter. */
  next(counter: string): number;
  snapshot(): Iterable<Change>;
  /** Restores the collections from a journal; call it before any commit. */
  restore(changes: Iterable<readonly Change[]>): void;
  /** Calls the watcher after every commit with its changes. */
  watch(watcher: (changes: readonly Written[]) => void): void;
  /** Writes every later commit to this journal. */
  keep(journal: Journal): void;
}

/** One change of a commit. */
export interface Written {
  readonly collection: string;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface Table {
  apply(key: string, record: unknown): unknown;
  records(): Iterable<[string, unknown]>;
}

interface Undo extends Written {
  readonly table: Table;
}

interface Counter {
  readonly name: string;
  readonly last: number;
}

export function createStore(): Store {
  const tables = new Map<string, Table>();
  let journal: Journal | undefined;
  let watcher: ((changes: readonly Written[]) => void) | undefined;
  let open: { changes: Change[]; undo: Undo[] } | undefined;

  /** Throws for an unknown collection: starting this version must not lose state that another version wrote. */
  function tableOf(name: string): Table {
    const table = tables.get(name);
    if (!table)
      throw new Error(`Unknown collection ${name}: the state file is from another version of the sandbox`);
    return table;
  }

  function change(name: string, key: string, record: unknown): void {
    if (!open) throw new Error(`Changed ${name} outside a commit`);
    const table = tableOf(name);
    open.undo.push({ table, collection: name, key, before: table.apply(key, record), after: record });
    open.changes.push([name, key, record ?? null]);
  }

  function collection<T, Index extends string>(
    name: string,
    how: Shape<T, Index> | ((record: T) => string),
  ): Collection<T, Index> {
    const shape = typeof how === 'function' ? { key: how, indexes: {} as Shape<T, Index>['indexes'] } : how;
    const { table, read } = createTable(shape);
    tables.set(name, table);
    return {
      ...read,
      name,
      keyOf: shape.key,
      indexValue: (index, record) => shape.indexes[index](record),
      get size() {
        return read.size();
      },
      put: (record) => change(name, shape.key(record), record),
      delete: (key) => change(name, key, undefined),
    };
  }

  function commit<Result>(work: () => Result): Result {
    if (open) throw new Error('Nested commit');
    const { changes, undo } = (open = { changes: [] as Change[], undo: [] as Undo[] });
    try {
      const result = work();
      if (changes.length > 0) {
        journal?.append(changes);
        watcher?.(undo);
      }
      return result;
    } catch (error) {
      for (const { table, key, before } of undo.reverse()) table.apply(key, before);
      throw error;
    } finally {
      open = undefined;
    }
  }

  const counters = collection<Counter, never>('counters', (counter) => counter.name);

  return {
    collection,
    commit,
    next(name) {
      const last = (counters.get(name)?.last ?? 0) + 1;
      counters.put({ name, last });
      return last;
    },
    *snapshot() {
      for (const [name, table] of tables) {
        for (const [key, record] of table.records()) yield [name, key, record];
      }
    },
    restore(steps) {
      for (const step of steps) {
        for (const [name, key, record] of step) tableOf(name).apply(key, record ?? undefined);
      }
    },
    watch(given) {
      watcher = given;
    },
    keep(stored) {
      journal = stored;
    },
  };
}

function createTable<T, Index extends string>(shape: Shape<T, Index>) {
  const records = new Map<string, T>();
  const indexes = new Map<string, { valueOf: (record: T) => string | undefined; groups: Groups<T> }>();
  for (const index of Object.keys(shape.indexes) as Index[]) {
    indexes.set(index, { valueOf: shape.indexes[index], groups: new Map() });
  }

  function apply(key: string, given: unknown): unknown {
    const before = records.get(key);
    const record = given as T | undefined;
    if (record === undefined) records.delete(key);
    else records.set(key, record);
    for (const { valueOf, groups } of indexes.values()) {
      const was = before === undefined ? undefined : valueOf(before);
      const is = record === undefined ? undefined : valueOf(record);
      // a record that stays in its group keeps its position: listings are ordered by age
      if (was !== is) leave(groups, was, key);
      if (record !== undefined) join(groups, is, { key, record });
    }
    return before;
  }

  function filter(index: Index, value: string): Iterable<T> {
    const group = indexes.get(index)?.groups.get(value);
    if (group === undefined) return [];
    return group instanceof Map ? group.values() : [group.record];
  }

  const read = {
    size: () => records.size,
    get: (key: string) => records.get(key),
    values: () => records.values(),
    find(index: Index, value: string): T | undefined {
      for (const record of filter(index, value)) return record;
      return undefined;
    },
    filter,
  };
  return { table: { apply, records: () => records.entries() } satisfies Table, read };
}

interface Member<T> {
  readonly key: string;
  readonly record: T;
}

/** Most index values have one record; a Map for each would cost more memory than the record. */
type Groups<T> = Map<string, Member<T> | Map<string, T>>;

function join<T>(groups: Groups<T>, value: string | undefined, member: Member<T>): void {
  if (value === undefined) return;
  const group = groups.get(value);
  if (group === undefined || (!(group instanceof Map) && group.key === member.key)) groups.set(value, member);
  else if (group instanceof Map) group.set(member.key, member.record);
  else {
    groups.set(
      value,
      new Map([
        [group.key, group.record],
        [member.key, member.record],
      ]),
    );
  }
}

function leave<T>(groups: Groups<T>, value: string | undefined, key: string): void {
  if (value === undefined) return;
  const group = groups.get(value);
  if (group instanceof Map) {
    group.delete(key);
    if (group.size === 0) groups.delete(value);
  } else if (group?.key === key) groups.delete(value);
}
