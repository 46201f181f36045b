import { join } from 'node:path';
import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config/config.js';
import { CommandError } from '../explain-error.js';
import { prepareTemporal, runTemporal, uiWriteOption } from '../run-temporal.js';
import { untilStopped } from '../until-stopped.js';

const STOP_GRACE_MS = 10_000;

interface Options {
  readonly memory: boolean;
  readonly 'ui-write': boolean;
}

export const temporalCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .option('memory', { type: 'boolean', default: false, describe: 'Keep the state in memory' })
      .options(uiWriteOption),
  handler: async ({ memory, 'ui-write': uiWrite }) => {
    const environment = readEnvironment();
    const config = readConfig(environment);
    if (environment.TEMPORAL_ADDRESS !== undefined) {
      await prepareTemporal(config, environment);
      console.log(
        `Temporal at ${environment.TEMPORAL_ADDRESS} is prepared: retention ${config.retentionDays} days.`,
      );
      return;
    }
    const server = await runTemporal({
      config,
      environment,
      dbFilename: memory ? undefined : join(config.home, 'temporal.db'),
      uiWrite,
      onLine: console.log,
    });
    console.log(`Temporal is ready at ${server.address}, Web UI at ${server.uiUrl ?? ''}`);
    const ended = await Promise.race([untilStopped(), server.exited]);
    if (typeof ended !== 'string') {
      throw server.failure() ?? new CommandError('The Temporal server exited.');
    }
    await server.stop(STOP_GRACE_MS);
  },
};
