import type { CommandModule } from 'yargs';
import { type Environment, readConfig, readEnvironment } from '../../config/config.js';
import type { Demo } from '../demo/context.js';
import { showOutcomes } from '../demo/outcome.js';
import { createReporter } from '../demo/reporter.js';
import { runScenarios } from '../demo/run-scenarios.js';
import type { Scenario } from '../demo/scenario.js';
import { SCENARIOS } from '../demo/scenarios.js';
import { type Cleanup, type DemoSystem, startSystem } from '../demo/system.js';
import { runWeek, showWeek } from '../demo/week/run-week.js';
import { runYear, yearSettings } from '../demo/year/run-year.js';
import { showYear } from '../demo/year/show-year.js';
import { SHORT, YEAR } from '../demo/year/timetable.js';
import { addressTable } from '../dev/output.js';
import { CommandError } from '../explain-error.js';
import { jsonOption, print, showTable } from '../table.js';
import { untilStopped } from '../until-stopped.js';

interface Options {
  readonly scenario?: readonly string[] | undefined;
  readonly 'time-lapse': boolean;
  readonly short: boolean;
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
        describe: 'Run only this scenario; repeatable',
      })
      .option('time-lapse', {
        type: 'boolean',
        default: false,
        describe: 'Run a week of a shop instead, in less than a minute',
      })
      .option('short', {
        type: 'boolean',
        default: false,
        describe: 'With --scenario year: three months of a few customers',
      })
      .option('list', { type: 'boolean', default: false, describe: 'List the scenarios' })
      .option('keep', {
        type: 'boolean',
        default: false,
        describe: 'Keep all processes running until Ctrl-C, so that the links work',
      })
      .example('$0 demo --keep', 'run everything, then look at the workflows')
      .example('$0 demo --scenario worker-killed', 'run one scenario'),
  handler: async (options) => {
    if (options['time-lapse']) process.exit(await withSystem(options, runWeek, showWeek));
    const isYear = options.scenario?.includes(YEAR_SCENARIO.name) ?? false;
    if (isYear && options.scenario?.length !== 1) {
      throw new CommandError('The scenario year runs alone: it moves the clock of everything by years.');
    }
    if (isYear && !options.list) {
      const size = options.short ? SHORT : YEAR;
      process.exit(await withSystem(options, (demo) => runYear(demo, size), showYear, yearSettings(size)));
    }
    const scenarios = isYear ? [] : selectScenarios(options.scenario);
    if (options.list) {
      print(
        [
          ...scenarios.map(({ name, title, roles }) => ({ name, title, roles })),
          ...(isYear || !options.scenario ? [YEAR_SCENARIO] : []),
        ],
        options.json,
        (rows) =>
          showTable(
            ['scenario', 'description'],
            rows.map(({ name, title }) => [name, title]),
          ),
      );
      return;
    }
    process.exit(await withSystem(options, (demo) => runScenarios(demo, scenarios), showOutcomes));
  },
};

/** Runs only when it is named: it takes minutes, and other settings. */
const YEAR_SCENARIO = {
  name: 'year',
  title:
    'A year of mandates and subscriptions up to a leap day, with lost replies and outages; runs only when named',
  roles: ['Merchant', 'Payer', 'Gateway', 'Oware', 'Demo'],
};

function selectScenarios(names: readonly string[] = SCENARIOS.map(({ name }) => name)): readonly Scenario[] {
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown.length === 0) return SCENARIOS.filter(({ name }) => names.includes(name));
  throw new CommandError(`Unknown scenario: ${unknown.join(', ')}. Run \`oware demo --list\`.`);
}

const INTERRUPTED = 130;

/** Starts the system, runs the demo, prints the summary and stops the system. Exit code 1 when a result differs. */
async function withSystem<Row extends { readonly differences: readonly string[] }>(
  { json, keep }: Options,
  run: (demo: Demo) => Promise<readonly Row[]>,
  show: (rows: readonly Row[]) => string,
  settings: Environment = {},
): Promise<number> {
  const environment = readEnvironment();
  if (readConfig(environment).gatewayMode === 'live') {
    throw new CommandError('The demo runs in sandbox mode only; OWARE_GATEWAY_MODE is live.');
  }
  const cleanup: Cleanup = [];
  const stopped = untilStopped();
  let isStopping = false;
  const start = async () => {
    const system = await startSystem(environment, cleanup, settings);
    // an interrupted scenario may still report a step
    const reporter = createReporter((line) => json || isStopping || console.log(line));
    return { system, rows: await run({ system, reporter }) };
  };
  try {
    const result = await Promise.race([start(), stopped]);
    if (typeof result === 'string') return INTERRUPTED;
    print(result.rows, json, show);
    if (keep) await keepRunning(result.system, stopped);
    else if (!json) console.error('With --keep the processes stay, and the links to the workflows work.');
    return result.rows.some(({ differences }) => differences.length > 0) ? 1 : 0;
  } finally {
    isStopping = true;
    for (const stop of cleanup) await stop();
  }
}

async function keepRunning(
  { api, gatewayUrl, temporal }: DemoSystem,
  stopped: Promise<unknown>,
): Promise<void> {
  const addresses = addressTable([
    ['Merchant API', api.url],
    ['Sandbox', gatewayUrl],
    ['Temporal Web UI', temporal.uiUrl ?? `of the server at ${temporal.address}`],
  ]);
  console.error(`\nAll processes are still running. Press Ctrl-C to stop.\n${addresses}`);
  await stopped;
}
