import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config.js';
import { openDevState } from '../dev/dev-state.js';
import { assertPortsFree, createCrew } from '../dev/run-dev.js';
import { untilStopped } from '../until-stopped.js';

interface Options {
  readonly fresh: boolean;
}

export const devCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args.option('fresh', { type: 'boolean', default: false, describe: 'Forget all earlier payments first' }),
  handler: async ({ fresh }) => {
    const environment = readEnvironment();
    const config = readConfig(environment);
    await assertPortsFree(config, environment);
    const crew = createCrew(config, environment, openDevState(config.home, fresh));
    const told = untilStopped();
    try {
      await Promise.race([crew.start(), told, crew.gaveUp]);
      const ended = await Promise.race([told, crew.gaveUp]);
      if (ended instanceof Error) throw ended;
    } finally {
      await crew.stop();
    }
    // a stop during the start leaves the search for a server behind; its children end with us
    process.exit(0);
  },
};
