import { join } from 'node:path';
import { type Cached, type Fill, lookUp, removeAbandonedWork, refill, type Slot } from './cache.js';
import { underLock } from './lock.js';
import { NoServerError } from './no-server-error.js';
import type { FinderOptions } from './options.js';
import { UNPINNED } from './sdk-download.js';
import { type Attempt, firstThatWorks, type Misses, reasonOf, type Way } from './ways.js';

/** How one kind of server is found: what is at hand, then the cache, then the ways to fill the cache. */
export interface Search<Server> {
  readonly what: string;
  readonly slot: Slot;
  readonly atHand: readonly Way<Server>[];
  readonly toServer: (cached: Cached) => Attempt<Server>;
  readonly fills: readonly { readonly name: string; readonly fill: Fill }[];
  readonly remedies: readonly string[];
}

export async function findServer<Server>(search: Search<Server>, options: FinderOptions): Promise<Server> {
  const { slot, toServer } = search;
  const served = (cached: Attempt<Cached>) => {
    if ('missed' in cached) return cached;
    return mayRun(cached.found, options) ? toServer(cached.found) : { missed: UNPINNED };
  };
  const cache = { name: "Oware's cache", attempt: async () => served(await lookUp(slot)) };
  const fills = search.fills.map(({ name, fill }) => ({
    name,
    attempt: async () => served(await refill(slot, fill)),
  }));
  const misses: Misses = new Map();
  const server =
    (await firstThatWorks([...search.atHand, cache], misses)) ??
    // the cache once more, because the previous holder of the lock has probably filled it
    (await alone(options, () => firstThatWorks([cache, ...fills], misses)).catch((error: unknown) => {
      misses.set('filling the cache', `${reasonOf(error)}; OWARE_CACHE names another folder`);
      return undefined;
    }));
  if (server === undefined) throw new NoServerError(search.what, misses, search.remedies);
  return server;
}

/** The cache may still have a download from a time when the settings permitted it. */
function mayRun({ obtainedBy }: Cached, { allowUnpinned = false }: FinderOptions): boolean {
  return allowUnpinned || obtainedBy !== 'sdk-download';
}

async function alone<Result>(options: FinderOptions, work: () => Promise<Result>): Promise<Result> {
  const { cacheDir, onProgress } = options;
  const onWait = (pid: number) =>
    onProgress?.({ phase: 'waiting', line: `process ${pid} is already obtaining a server` });
  return await underLock(join(cacheDir, 'lock'), onWait, async () => {
    await removeAbandonedWork(cacheDir);
    return await work();
  });
}
