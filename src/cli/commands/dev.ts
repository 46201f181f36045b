import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config/config.js';
import { openDevState } from '../dev/dev-state.js';
import { assertPortsFree, createDevProcesses } from '../dev/run-dev.js';
import { untilStopped } from '../until-stopped.js';

interface Options {
  readonly fresh: boolean;
}

export const devCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args.option('fresh', { type: 'boolean', default: false, describe: 'Delete all earlier state first' }),
  handler: async ({ fresh }) => {
    const environment = readEnvironment();
    const config = readConfig(environment);
    await assertPortsFree(config, environment);
    const processes = createDevProcesses(config, environment, openDevState(config.home, fresh));
    const stopped = untilStopped();
    try {
      await Promise.race([processes.start(), stopped, processes.gaveUp]);
      const ended = await Promise.race([stopped, processes.gaveUp]);
      if (ended instanceof Error) throw ended;
    } finally {
      await processes.stop();
    }
    // a stop during the start may leave the search for a server running; its children exit with this process
    process.exit(0);
  },
};
