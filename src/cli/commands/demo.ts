import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config.js';
import { type Company, type Endings, gather } from '../demo/company.js';
import { createNarrator } from '../demo/narrator.js';
import { showOutcomes } from '../demo/outcome.js';
import { performAll } from '../demo/perform.js';
import type { Scene } from '../demo/scene.js';
import { SCENES } from '../demo/scenes.js';
import type { Theatre } from '../demo/stage.js';
import { playWeek, showWeek } from '../demo/week/play-week.js';
import { addressTable } from '../dev/screen.js';
import { CommandError } from '../explain-error.js';
import { jsonOption, print, showTable } from '../table.js';
import { untilStopped } from '../until-stopped.js';

interface Options {
  readonly scenario?: readonly string[] | undefined;
  readonly 'time-lapse': boolean;
  readonly list: boolean;
  readonly keep: boolean;
  readonly json: boolean;
}

export const demoCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .options(jsonOption)
      .option('scenario', {
        type: 'string',
        array: true,
        describe: 'Run this one only; may be given more than once',
      })
      .option('time-lapse', {
        type: 'boolean',
        default: false,
        describe: 'Run a week of a shop instead, in less than a minute',
      })
      .option('list', { type: 'boolean', default: false, describe: 'List the scenarios' })
      .option('keep', { type: 'boolean', default: false, describe: 'Leave all of it running until Ctrl-C' }),
  handler: async (options) => {
    if (options['time-lapse']) process.exit(await withCompany(options, playWeek, showWeek));
    const scenes = chosen(options.scenario);
    if (options.list) {
      print(
        scenes.map(({ name, title, cast }) => ({ name, title, cast })),
        options.json,
        (rows) =>
          showTable(
            ['scenario', 'what happens'],
            rows.map(({ name, title }) => [name, title]),
          ),
      );
      return;
    }
    process.exit(await withCompany(options, (theatre) => performAll(theatre, scenes), showOutcomes));
  },
};

function chosen(names: readonly string[] = SCENES.map(({ name }) => name)): readonly Scene[] {
  const unknown = names.filter((name) => !SCENES.some((scene) => scene.name === name));
  if (unknown.length === 0) return SCENES.filter(({ name }) => names.includes(name));
  throw new CommandError(`Unknown scenario: ${unknown.join(', ')}. Run \`oware demo --list\`.`);
}

const INTERRUPTED = 130;

/** Starts everything, plays, prints what came of it, and ends everything. The exit code says whether all went as written. */
async function withCompany<Row extends { readonly surprises: readonly string[] }>(
  { json, keep }: Options,
  play: (theatre: Theatre) => Promise<readonly Row[]>,
  show: (rows: readonly Row[]) => string,
): Promise<number> {
  const environment = readEnvironment();
  if (readConfig(environment).gatewayMode === 'live') {
    throw new CommandError('The demo plays with the sandbox only, and OWARE_GATEWAY_MODE is live.');
  }
  const endings: Endings = [];
  const told = untilStopped();
  let isOver = false;
  const start = async () => {
    const company = await gather(environment, endings);
    // an actor who is interrupted may have a line left
    const narrator = createNarrator((line) => json || isOver || console.log(line));
    return { company, rows: await play({ company, narrator }) };
  };
  try {
    const played = await Promise.race([start(), told]);
    if (typeof played === 'string') return INTERRUPTED;
    print(played.rows, json, show);
    if (keep) await stay(played.company, told);
    return played.rows.some(({ surprises }) => surprises.length > 0) ? 1 : 0;
  } finally {
    isOver = true;
    for (const end of endings) await end();
  }
}

async function stay({ api, gatewayUrl, temporal }: Company, told: Promise<unknown>): Promise<void> {
  const where = addressTable([
    ['Merchant API', api.url],
    ['Sandbox of the gateway', gatewayUrl],
    ['Temporal Web UI', temporal.uiUrl ?? '(the one of that server)'],
  ]);
  console.error(`\nAll of it is still running. Ctrl-C ends it.\n${where}`);
  await told;
}
