import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isAtLeast } from './versions.js';
import { type Origin, verifiedOrigin, writeManifest } from './manifest.js';
import type { Attempt } from './ways.js';

/** A place in the cache for one kind of server. */
export interface Slot {
  readonly cacheDir: string;
  /** Includes the version that Oware asks for, so that a new one has a new place and older clones keep theirs. */
  readonly name: string;
  readonly oldestGood: string;
}

export interface Cached extends Origin {
  readonly folder: string;
}

export interface Workplace {
  /** What is put here becomes the content of the slot. */
  readonly folder: string;
  /** For everything else; removed when the work is done. */
  readonly scratch: string;
}

/** Puts a server into the folder, tries it, and says what it is. */
export type Fill = (workplace: Workplace) => Promise<Attempt<Origin>>;

const WORK = 'work-';

/** Reads without the lock: the process that replaces a damaged entry also removes it. */
export async function lookUp(slot: Slot): Promise<Attempt<Cached>> {
  const folder = join(slot.cacheDir, slot.name);
  const names = await readdir(folder).catch(() => undefined);
  if (!names) return { missed: `nothing in ${folder} yet` };
  const origin = await verifiedOrigin(folder);
  if (!origin) return { missed: `${folder} is damaged and will be replaced` };
  if (!isAtLeast(origin.version, slot.oldestGood)) {
    return { missed: `${folder} has ${origin.version}, which is older than ${slot.oldestGood}` };
  }
  return { found: { ...origin, folder } };
}

/**
 * Fills the slot; needs the lock. All work happens beside the slot and arrives by a rename, so that a process
 * killed in between leaves either the old content, or none, never half of it.
 */
export async function refill(slot: Slot, fill: Fill): Promise<Attempt<Cached>> {
  const slotFolder = join(slot.cacheDir, slot.name);
  // an absolute path, because the programs that fill it run in other folders
  const work = await mkdtemp(join(resolve(slot.cacheDir), WORK));
  const [folder, scratch] = [join(work, 'new'), join(work, 'scratch')];
  try {
    await Promise.all([mkdir(folder), mkdir(scratch)]);
    const filled = await fill({ folder, scratch });
    if ('missed' in filled) return filled;
    await writeManifest(folder, filled.found);
    await setAside(slotFolder, join(work, 'old'));
    await rename(folder, slotFolder);
    return { found: { ...filled.found, folder: slotFolder } };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Removes what killed processes left; needs the lock, which proves that no other process is at work. */
export async function removeAbandonedWork(cacheDir: string): Promise<void> {
  const names = await readdir(cacheDir);
  const abandoned = names.filter((name) => name.startsWith(WORK));
  await Promise.all(abandoned.map((name) => rm(join(cacheDir, name), { recursive: true, force: true })));
}

async function setAside(folder: string, aside: string): Promise<void> {
  try {
    await rename(folder, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
