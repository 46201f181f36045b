import { readFileSync } from 'node:fs';
import type { CommandModule } from 'yargs';
import { type Config, readConfig, readEnvironment } from '../../config/config.js';
import { FaultPlanError } from '../../sandbox/faults/rules.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.js';
import { JournalError } from '../../sandbox/state/journal.js';
import { assertPortFree } from '../../temporal/run/ports.js';
import { CommandError } from '../explain-error.js';
import { createLog } from '../log.js';
import { clockFollowers } from '../clock-followers.js';
import { untilStopped } from '../until-stopped.js';
import { clockCommand } from './sandbox-clock.js';
import { cardsCommand, merchantsCommand } from './sandbox-lists.js';

interface Options {
  readonly state?: string | undefined;
  readonly fsync: boolean;
  readonly faults?: string | undefined;
  readonly seed: string;
}

export const sandboxCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .command(merchantsCommand)
      .command(cardsCommand)
      .command(clockCommand)
      .option('state', { type: 'string', describe: 'State file; in memory if unset' })
      .option('fsync', {
        type: 'boolean',
        default: false,
        describe: 'Call fsync after every write: survives a power cut, but is slower',
      })
      .option('faults', { type: 'string', describe: 'Fault plan, a JSON file' })
      .option('seed', {
        type: 'string',
        default: 'oware',
        describe: 'Seed of the generated keys; the same seed gives the same keys',
      })
      .example('$0 sandbox --state sandbox.jsonl', 'keep the state in a file')
      .example('$0 sandbox --faults plan.json', 'lose replies on purpose'),
  handler: async (options) => {
    const environment = readEnvironment();
    const config = readConfig(environment);
    const log = createLog('sandbox', config);
    await assertPortFree(config.sandboxPort, config.host);
    const sandbox = open(config, options, {
      log: (level, message, details = {}) => log[level](details, message),
      followers: clockFollowers(config, environment),
    });
    const { url } = await sandbox.listen({ host: config.host, port: config.sandboxPort });
    log.info({ url }, 'sandbox is ready');
    await untilStopped();
    await sandbox.close();
  },
};

type SandboxDeps = Required<Pick<SandboxOptions, 'log' | 'followers'>>;

function open(config: Config, { state, fsync, faults, seed }: Options, deps: SandboxDeps): Sandbox {
  const stateFile = state ?? config.sandboxState;
  try {
    return createSandbox({
      validityMs: config.checkoutWindowMs,
      seed,
      fsync,
      hosts: config.sandboxHosts,
      ...deps,
      ...(stateFile !== undefined && { stateFile }),
      ...(config.sandboxPublicUrl !== undefined && { publicUrl: config.sandboxPublicUrl }),
      ...(config.sandboxWebhookUrl !== undefined && { webhookUrl: config.sandboxWebhookUrl }),
      ...(faults !== undefined && { faults: readPlan(faults) }),
    });
  } catch (error) {
    if (error instanceof JournalError) throw new CommandError(`${error.message}.`);
    if (!(error instanceof FaultPlanError)) throw error;
    throw new CommandError(`Invalid fault plan ${faults ?? ''}: ${error.message}`);
  }
}

function readPlan(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`Cannot read the fault plan ${file}: ${(error as Error).message}`);
  }
}
