import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const README = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');

/** The shell commands under a heading, in order. */
export function commandsUnder(heading: string): string[] {
  const section = README.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`README.md: heading "${heading}" not found`);
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands ?? '');
}
