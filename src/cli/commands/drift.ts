import type { CommandModule } from 'yargs';
import type { GatewayReport } from '../../gateway/http/meter.js';
import { askWorker, workerOption } from '../gateway-report.js';
import { jsonOption, print, showTable } from '../table.js';

interface Options {
  readonly json: boolean;
  readonly worker: string | undefined;
}

type Row = GatewayReport['drift'][number];

const EPILOGUE = `A running worker is asked for what it has met since it started; each worker counts for itself, and
oware_gateway_drift_total in its /metrics is the same as a counter.

A field alone is new. field=[number] came in a type that is not specified and was read as null; in a listing its row
may have been left out. field=WORD is a status word that is not known. Values are never kept.`;

/** Lists where the gateway departs from the contract. */
export const driftCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) => args.options({ ...jsonOption, ...workerOption }).epilogue(EPILOGUE),
  handler: async ({ json, worker }) => {
    const { drift } = await askWorker(worker);
    print(drift, json, show);
  },
};

function show(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No drift: every reply so far was as the contract has it.';
  const byName = rows.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  return showTable(
    ['endpoint', 'field', 'replies'],
    byName.map(({ endpoint, field, replies }) => [endpoint, field, String(replies)]),
  );
}

const nameOf = ({ endpoint, field }: Row) => `${endpoint} ${field}`;
