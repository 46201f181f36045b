import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');

export const README = read('README.md');

/** The shell commands under a heading of a document, in order. */
export function commandsUnder(heading: string, file = 'README.md'): string[] {
  return blocksUnder('sh', heading, file);
}

/** The TypeScript under a heading of a document, in order. */
export function examplesUnder(heading: string, file = 'README.md'): string[] {
  return blocksUnder('ts', heading, file);
}

/** The guides with commands to try. */
export const GUIDES = readdirSync(resolve(ROOT, 'docs/api'))
  .map((file) => `docs/api/${file}`)
  .filter((file) => read(file).includes('\n## Try it\n'));

function blocksUnder(language: string, heading: string, file: string): string[] {
  const section = read(file)
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${file} has no heading "${heading}"`);
  const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
  return [...blocks].map(([, text]) => text ?? '');
}
