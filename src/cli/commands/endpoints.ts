import type { CommandModule } from 'yargs';
import { coverage, type CoverageRow } from '../../gateway/coverage.js';
import { sandboxCoverage } from '../../sandbox/routes.js';
import { jsonOption, print, showTable } from '../table.js';

export const endpointsCommand: Pick<CommandModule<object, { json: boolean }>, 'builder' | 'handler'> = {
  builder: (args) => args.options(jsonOption),
  handler: ({ json }) => print(coverage(sandboxCoverage()), json, show),
};

function show(rows: readonly CoverageRow[]): string {
  const mark = (present: boolean) => (present ? 'yes' : 'not yet');
  const table = showTable(
    ['endpoint', 'method', 'path', 'activity', 'effect', 'sandbox', 'tested'],
    rows.map((row) => [
      row.endpoint,
      row.method,
      row.path,
      row.activity,
      row.effect,
      mark(row.sandbox),
      mark(row.tested),
    ]),
  );
  const specified = rows.filter((row) => row.specified).length;
  const versionOne = rows.filter((row) => row.retires !== null).length;
  return [
    table,
    `${rows.length} endpoints, ${specified} of them in the specification; ${versionOne} on version 1, which retires.`,
  ].join('\n');
}
