import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256OfFile } from './sha256.js';

/** One sha256 for all files of a folder of jars: over the sorted lines `<file name> <sha256 of the file>`. */
export async function sha256OfJars(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name} ${await sha256OfFile(join(folder, name))}\n`);
  return hash.digest('hex');
}
