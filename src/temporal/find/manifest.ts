import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { sha256OfFile } from './sha256.js';

const FILE_NAME = 'manifest.json';

const FileRecord = z.object({
  path: z.string(),
  size: z.number(),
  modifiedAt: z.number(),
  sha256: z.string(),
});
type FileRecord = z.infer<typeof FileRecord>;

const Origin = z.object({
  obtainedBy: z.enum(['sdk-download', 'wheel', 'go', 'maven']),
  version: z.string(),
});
/** How the content of a folder was obtained, and its version. */
export type Origin = z.infer<typeof Origin>;

const Manifest = Origin.extend({ files: z.array(FileRecord).min(1) });

export async function writeManifest(folder: string, origin: Origin): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(paths.map((path) => record(folder, path)));
  await writeFile(join(folder, FILE_NAME), JSON.stringify({ ...origin, files }, undefined, 2));
}

/** The origin of a folder whose files are as they were recorded; undefined when any differs or is missing. */
export async function verifiedOrigin(folder: string): Promise<Origin | undefined> {
  try {
    const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, FILE_NAME), 'utf8')));
    const unchanged = await Promise.all(manifest.files.map((file) => isUnchanged(folder, file)));
    return unchanged.every(Boolean) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Hashing the dev server takes half a second, longer than it needs to start. So size and time are compared,
 * which detects a truncated or replaced file, and the hash only when the time differs (a cache that was
 * copied).
 */
async function isUnchanged(folder: string, known: FileRecord): Promise<boolean> {
  const path = join(folder, known.path);
  const now = await sizeAndTime(path);
  if (now.size !== known.size) return false;
  return now.modifiedAt === known.modifiedAt || (await sha256OfFile(path)) === known.sha256;
}

async function record(folder: string, path: string): Promise<FileRecord> {
  return { path: relative(folder, path), ...(await sizeAndTime(path)), sha256: await sha256OfFile(path) };
}

async function sizeAndTime(path: string): Promise<Pick<FileRecord, 'size' | 'modifiedAt'>> {
  const { size, mtimeMs } = await stat(path);
  // in whole seconds, because archives and some file systems keep no more
  return { size, modifiedAt: Math.floor(mtimeMs / 1000) };
}
