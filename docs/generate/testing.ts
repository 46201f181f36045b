import { readFileSync } from 'node:fs';
import { OF_ALL, OF_EACH } from '../../src/certify/invariants.js';
import { withTable } from './with-table.js';

/** docs/testing.md, apart from its tables written by people. */
export function testingPage(): string {
  const rows = Object.entries({ ...OF_EACH, ...OF_ALL }).map(
    ([name, { says, when }]) => `| ${name} | ${says} | ${when} |`,
  );
  const table = `| name | what holds | when |\n| --- | --- | --- |\n${rows.join('\n')}`;
  return withTable(readFileSync('docs/testing.md', 'utf8'), 'invariants', table);
}
