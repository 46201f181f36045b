import type { CommandModule } from 'yargs';
import type { GatewayReport } from '../../gateway/http/meter.js';
import { fetchGatewayReport, workerOption } from '../gateway-report.js';
import { jsonOption, print, showTable } from '../table.js';

interface Options {
  readonly json: boolean;
  readonly worker: string | undefined;
}

type Row = GatewayReport['drift'][number];

const EPILOGUE = `Reads the counts of one running worker since its start. The metric oware_gateway_drift_total on the worker's
/metrics has the same counts.

"field" is a new field. "field=[number]" has an unspecified type and was read as null; in a listing its row may be
missing. "field=WORD" is an unknown status. Oware keeps no values.`;

export const driftCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) => args.options({ ...jsonOption, ...workerOption }).epilogue(EPILOGUE),
  handler: async ({ json, worker }) => {
    const { drift } = await fetchGatewayReport(worker);
    print(drift, json, show);
  },
};

function show(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No drift: all replies so far match the contract.';
  const byName = rows.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  return showTable(
    ['endpoint', 'field', 'replies'],
    byName.map(({ endpoint, field, replies }) => [endpoint, field, String(replies)]),
  );
}

const nameOf = ({ endpoint, field }: Row) => `${endpoint} ${field}`;
