import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config/config.js';
import { openDevState } from '../dev/dev-state.js';
import { assertPortsFree, createDevProcesses } from '../dev/run-dev.js';
import { CommandError } from '../explain-error.js';
import { uiWriteOption } from '../run-temporal.js';
import { untilStopped } from '../until-stopped.js';

interface Options {
  readonly fresh: boolean;
  readonly forward?: string | undefined;
  readonly 'ui-write': boolean;
}

export const devCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .option('fresh', { type: 'boolean', default: false, describe: 'Delete all earlier state first' })
      .option('forward', {
        type: 'string',
        describe: 'Hand each webhook, as it came, to this address too; its reply is what Oware gets',
      })
      .options(uiWriteOption)
      .example('$0 dev', 'run everything; Ctrl-C stops it')
      .example(
        '$0 dev --forward http://127.0.0.1:8080/webhooks',
        'hand webhooks to a service in development',
      ),
  handler: async ({ fresh, forward, 'ui-write': uiWrite }) => {
    const environment = readEnvironment();
    const config = readConfig(environment);
    if (forward !== undefined && config.webhookUrl !== undefined) {
      throw new CommandError(
        'OWARE_WEBHOOK_URL sends webhooks past the listener: unset it, or leave out --forward.',
      );
    }
    await assertPortsFree(config, environment);
    const state = openDevState(config.home, fresh);
    const processes = createDevProcesses({ config, environment, state, forward, uiWrite });
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
