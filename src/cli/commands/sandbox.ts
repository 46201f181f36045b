import { readFileSync } from 'node:fs';
import type { CommandModule } from 'yargs';
import { type Config, readConfig, readEnvironment } from '../../config.js';
import { FaultPlanError } from '../../sandbox/faults/rules.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.js';
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
      .option('state', { type: 'string', describe: 'Keep everything in this file; in memory without it' })
      .option('fsync', {
        type: 'boolean',
        default: false,
        describe: 'Survive a power cut, at the price of speed',
      })
      .option('faults', { type: 'string', describe: 'A fault plan: a JSON file' })
      .option('seed', { type: 'string', default: 'oware', describe: 'The same seed gives the same keys' })
      .example('$0 sandbox --state sandbox.jsonl', 'remember everything')
      .example('$0 sandbox --faults plan.json', 'lose answers, on purpose'),
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

type Surroundings = Required<Pick<SandboxOptions, 'log' | 'followers'>>;

function open(config: Config, { state, fsync, faults, seed }: Options, surroundings: Surroundings): Sandbox {
  const stateFile = state ?? config.sandboxState;
  try {
    return createSandbox({
      validityMs: config.checkoutWindowMs,
      seed,
      fsync,
      hosts: config.sandboxHosts,
      ...surroundings,
      ...(stateFile !== undefined && { stateFile }),
      ...(config.sandboxPublicUrl !== undefined && { publicUrl: config.sandboxPublicUrl }),
      ...(config.sandboxWebhookUrl !== undefined && { webhookUrl: config.sandboxWebhookUrl }),
      ...(faults !== undefined && { faults: readPlan(faults) }),
    });
  } catch (error) {
    if (!(error instanceof FaultPlanError)) throw error;
    throw new CommandError(`${faults ?? 'The fault plan'} cannot be used: ${error.message}`);
  }
}

function readPlan(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} cannot be read as a fault plan: ${(error as Error).message}`);
  }
}
