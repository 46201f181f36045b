import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config.js';
import { type Company, type Endings, gather } from '../demo/company.js';
import { createNarrator } from '../demo/narrator.js';
import { type Outcome, showOutcomes } from '../demo/outcome.js';
import { performAll } from '../demo/perform.js';
import type { Scene } from '../demo/scene.js';
import { SCENES } from '../demo/scenes.js';
import { addressTable } from '../dev/screen.js';
import { CommandError } from '../explain-error.js';
import { jsonOption, print, showTable } from '../table.js';
import { untilToldToStop } from '../until-told.js';

interface Options {
  readonly story?: readonly string[] | undefined;
  readonly list: boolean;
  readonly keep: boolean;
  readonly json: boolean;
}

export const demoCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .options(jsonOption)
      .option('story', {
        type: 'string',
        array: true,
        describe: 'Play this one only; may be given more than once',
      })
      .option('list', { type: 'boolean', default: false, describe: 'Say which stories there are' })
      .option('keep', { type: 'boolean', default: false, describe: 'Leave all of it running until Ctrl-C' }),
  handler: async (options) => {
    const scenes = chosen(options.story);
    if (options.list) {
      print(
        scenes.map(({ name, title, cast }) => ({ name, title, cast })),
        options.json,
        (rows) =>
          showTable(
            ['story', 'what happens'],
            rows.map(({ name, title }) => [name, title]),
          ),
      );
      return;
    }
    process.exit(await perform(scenes, options));
  },
};

function chosen(names: readonly string[] = SCENES.map(({ name }) => name)): readonly Scene[] {
  const unknown = names.filter((name) => !SCENES.some((scene) => scene.name === name));
  if (unknown.length === 0) return SCENES.filter(({ name }) => names.includes(name));
  throw new CommandError(`No story is called ${unknown.join(', ')}; oware demo --list says which there are.`);
}

const INTERRUPTED = 130;

async function perform(scenes: readonly Scene[], { json, keep }: Options): Promise<number> {
  const environment = readEnvironment();
  if (readConfig(environment).gatewayMode === 'live') {
    throw new CommandError('The demo plays with the sandbox only, and OWARE_GATEWAY_MODE is live.');
  }
  const endings: Endings = [];
  const told = untilToldToStop();
  let isOver = false;
  const play = async () => {
    const company = await gather(environment, endings);
    // an actor who is interrupted may have a line left
    const narrator = createNarrator((line) => json || isOver || console.log(line));
    return { company, outcomes: await performAll({ company, narrator }, scenes) };
  };
  try {
    const played = await Promise.race([play(), told]);
    if (typeof played === 'string') return INTERRUPTED;
    print(played.outcomes, json, showOutcomes);
    if (keep) await stay(played.company, told);
    return played.outcomes.some(isSurprising) ? 1 : 0;
  } finally {
    isOver = true;
    for (const end of endings) await end();
  }
}

const isSurprising = ({ surprises }: Outcome): boolean => surprises.length > 0;

async function stay({ api, gatewayUrl, temporal }: Company, told: Promise<unknown>): Promise<void> {
  const where = addressTable([
    ['Merchant API', api.url],
    ['Sandbox of the gateway', gatewayUrl],
    ['Temporal Web UI', temporal.uiUrl ?? '(the one of that server)'],
  ]);
  console.error(`\nAll of it is still running. Ctrl-C ends it.\n${where}`);
  await told;
}
