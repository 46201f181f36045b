import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { USES_FOLDER } from '../../test/support/world/uses.js';
import { SHOWN_BY } from './shown-by.js';

interface Uses {
  readonly file: string;
  readonly endpoints: readonly string[];
  readonly events: readonly string[];
}

/** The file that uses the fewest others shows an endpoint or an event best. */
const files = readdirSync(USES_FOLDER)
  .map((name) => JSON.parse(readFileSync(join(USES_FOLDER, name), 'utf8')) as Uses)
  .toSorted((one, other) => sizeOf(one) - sizeOf(other) || (one.file < other.file ? -1 : 1));

function sizeOf({ endpoints, events }: Uses): number {
  return endpoints.length + events.length;
}

const folderOf = (file: string) => file.split('/')[2] ?? '';

/** For each name the best file of every folder of tests. */
function bestOf(used: (uses: Uses) => readonly string[]): Record<string, string[]> {
  const names = [...new Set(files.flatMap(used))].sort();
  return Object.fromEntries(
    names.map((name) => {
      const found = files.filter((uses) => used(uses).includes(name)).map(({ file }) => file);
      const isFirst = (file: string, index: number) =>
        found.findIndex((other) => folderOf(other) === folderOf(file)) === index;
      return [name, found.filter(isFirst)];
    }),
  );
}

const shownBy = { endpoints: bestOf(({ endpoints }) => endpoints), events: bestOf(({ events }) => events) };
writeFileSync(
  SHOWN_BY,
  await format(JSON.stringify(shownBy), { ...(await resolveConfig(SHOWN_BY)), parser: 'json' }),
);
