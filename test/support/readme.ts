import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8');

export const README = read('README.md');

/** The shell commands under a heading of a document, in order. */
export function commandsUnder(heading: string, file = 'README.md'): string[] {
  const section = read(file)
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${file} has no heading "${heading}"`);
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands ?? '');
}
