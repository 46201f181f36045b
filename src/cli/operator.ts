import { userInfo } from 'node:os';
import { createOwareClient, type OwareClient } from '../client/client.js';
import { InProgressError, RefusedError, UnavailableError } from '../client/errors.js';
import { type Config, type Environment, readConfig, readEnvironment } from '../config/config.js';
import { PAUSABLE_QUEUES, type PauseRequest, type ResumeRequest } from '../domain/pause/pause.js';
import { createDataConverter } from '../secrets/data-converter.js';
import { connectToTemporal } from './connect-to-temporal.js';
import { readDevJson } from './dev-json.js';
import { CommandError } from './explain-error.js';

/** A worker answers within a second; the first attempt to stop a task queue may take five. */
const TIMEOUT_MS = 20_000;

/** Runs a command of the operator's, which talks to Temporal directly. */
export async function withOperatorClient<Result>(
  work: (oware: OwareClient, taskQueue: string) => Promise<Result>,
): Promise<Result> {
  const environment = readEnvironment();
  const config = readConfig(environment);
  const { taskQueue } = config;
  const client = await connectToTemporal(withDevServer(config, environment), createDataConverter());
  try {
    return await work(createOwareClient({ client, taskQueue, timeoutMs: TIMEOUT_MS }), taskQueue);
  } catch (error) {
    const isExpected =
      error instanceof RefusedError || error instanceof InProgressError || error instanceof UnavailableError;
    throw isExpected ? new CommandError(error.message) : error;
  } finally {
    await client.connection.close();
  }
}

/** The server of `oware dev` in this folder, unless the environment names another. */
export function withDevServer(config: Config, environment: Environment): Environment {
  const address = readDevJson(config)?.temporal.address;
  if (environment.TEMPORAL_ADDRESS !== undefined || address === undefined) return environment;
  return { ...environment, TEMPORAL_ADDRESS: address };
}

/** The name of the operating-system user, for the record of changes. */
export function operatorName(given: string | undefined): string {
  if (given !== undefined) return given;
  try {
    return userInfo().username;
  } catch {
    throw new CommandError('This process has no user name. Set --by.');
  }
}

/** Options of `pause` and `resume`. */
export const TARGET_OPTIONS = {
  bank: { type: 'string', describe: 'Only sends to this bank, by its code' },
  by: { type: 'string', describe: 'Your name [default: the operating-system user]' },
} as const;

export const QUEUE_ARGUMENT = {
  choices: PAUSABLE_QUEUES,
  demandOption: true,
  describe: 'payouts (transfers, batches, refunds), charges (token charges, debits), effects (other changes)',
} as const;

/** Refuses a request that the control workflow would refuse, before it is sent. */
export function checked<Request extends PauseRequest | ResumeRequest>(
  request: Request,
  refuse: (given: Readonly<Record<string, unknown>>) => string | undefined,
): Request {
  const problem = refuse({ ...request });
  if (problem !== undefined) throw new CommandError(`--${problem}.`);
  return request;
}
