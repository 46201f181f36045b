import { readFileSync } from 'node:fs';

/**
 * Recorded from a run of the tests by `npm run docs:uses`: in which files an endpoint answered or an event was accepted,
 * the best file of each folder, the most specific first.
 */
export const SHOWN_BY = 'docs/generate/shown-by.json';

export interface ShownBy {
  readonly endpoints: Readonly<Record<string, readonly string[]>>;
  readonly events: Readonly<Record<string, readonly string[]>>;
}

/** The file that shows it best: one in the folder of what uses it, if there is any. */
export function bestIn(files: readonly string[] | undefined, users: string): string | undefined {
  const isOfUser = (file: string) => users.includes(`\`${file.split('/')[2] ?? ''}\``);
  return files?.find(isOfUser) ?? files?.[0];
}

export const readShownBy = () => JSON.parse(readFileSync(SHOWN_BY, 'utf8')) as ShownBy;
