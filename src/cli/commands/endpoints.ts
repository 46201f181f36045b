import type { CommandModule } from 'yargs';
import {
  coverage,
  type CoverageRow,
  retiringEndpoints,
  type RetiringRow,
} from '../../gateway/spec/coverage.js';
import { sandboxCoverage } from '../../sandbox/routes.js';
import { CommandError } from '../explain-error.js';
import { fetchGatewayReport, workerOption } from '../gateway-report.js';
import { jsonOption, print, showTable } from '../table.js';

interface Options {
  readonly json: boolean;
  readonly retiring: boolean;
  readonly worker: string | undefined;
}

const retiringOption = {
  retiring: {
    type: 'boolean',
    default: false,
    describe: 'Only retiring paths: date, replacement, and calls by a running worker',
  },
} as const;

export const endpointsCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) => args.options({ ...jsonOption, ...retiringOption, ...workerOption }),
  handler: async ({ json, retiring, worker }) => {
    if (retiring) print(await withCalls(retiringEndpoints(), worker), json, showRetiring);
    else print(coverage(sandboxCoverage()), json, show);
  },
};

function show(rows: readonly CoverageRow[]): string {
  const table = showTable(
    ['endpoint', 'method', 'path', 'activity', 'effect', 'sandbox'],
    rows.map((row) => [
      row.endpoint,
      row.method,
      row.path,
      row.activity,
      row.effect,
      row.sandbox ? 'yes' : 'no',
    ]),
  );
  const specified = rows.filter((row) => row.specified).length;
  const versionOne = rows.filter((row) => row.retires !== null).length;
  return [
    table,
    `${rows.length} endpoints, ${specified} in the specification, ${versionOne} on version 1, which retires (see --retiring).`,
  ].join('\n');
}

type CountedRow = RetiringRow & { readonly calls: number | null };

/** Without a worker the list has no call counts. */
async function withCalls(rows: readonly RetiringRow[], worker: string | undefined): Promise<CountedRow[]> {
  const report = await fetchGatewayReport(worker).catch((error: unknown) => {
    if (!(error instanceof CommandError) || worker !== undefined) throw error;
    return undefined;
  });
  const calls = new Map(report?.retiringCalls.map((each) => [each.endpoint, each.calls]));
  return rows.map((row) => ({ ...row, calls: report ? (calls.get(row.endpoint) ?? 0) : null }));
}

function showRetiring(rows: readonly CountedRow[]): string {
  const table = showTable(
    ['endpoint', 'method', 'path', 'retires', 'replacement', 'calls'],
    rows.map((row) => [
      row.endpoint,
      row.method,
      row.path,
      row.retires,
      row.replacement ?? 'none published',
      row.calls === null ? '?' : String(row.calls),
    ]),
  );
  const isCounted = rows.some(({ calls }) => calls !== null);
  return isCounted
    ? table
    : `${table}\nNo worker responds, so the calls are unknown. Set --worker to the URL of a worker.`;
}
