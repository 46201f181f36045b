import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';

/** Programs that can provide a server, by their full path; absent when the machine has none. */
export interface Tools {
  readonly temporal?: string;
  readonly python3?: string;
  readonly go?: string;
  readonly mvn?: string;
  readonly java?: string;
}

const NAMES = ['temporal', 'python3', 'go', 'mvn', 'java'] as const satisfies readonly (keyof Tools)[];

export async function findTools(path: string): Promise<Tools> {
  const found = await Promise.all(NAMES.map(async (name) => [name, await which(name, path)] as const));
  return Object.fromEntries(found.filter(([, file]) => file !== undefined));
}

/** The file that a shell would run for this name, given this PATH. */
export async function which(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    if (folder === '') continue;
    const file = resolve(folder, name);
    if (await isExecutableFile(file)) return file;
  }
  return undefined;
}

async function isExecutableFile(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
