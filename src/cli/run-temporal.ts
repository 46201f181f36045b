import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection } from '@temporalio/client';
import type { Config, Environment } from '../config.js';
import { SEARCH_ATTRIBUTES } from '../domain/search-attributes.js';
import { createDataConverter } from '../secrets/data-converter.js';
import { targetFrom } from '../temporal/connect.js';
import { findDevServer } from '../temporal/find/dev-server.js';
import { explainNoTimeTravel } from '../temporal/find/time-travel.js';
import { findTools } from '../temporal/find/tools.js';
import { prepareNamespace } from '../temporal/namespace.js';
import { type SearchAttributeType, startDevServer } from '../temporal/run/dev-server.js';
import type { RunningServer } from '../temporal/run/start-server.js';
import { connectToTemporal } from './connect-to-temporal.js';
import { showProgress } from './progress.js';

const TYPES = { KEYWORD: 'Keyword', INT: 'Int', DATETIME: 'Datetime' } as const;

export interface RunTemporal {
  readonly config: Config;
  readonly environment: Environment;
  readonly dbFilename?: string | undefined;
  readonly onLine: (line: string) => void;
}

/** Finds a dev server, building one if it must, and starts it with the settings that Oware needs. */
export async function runTemporal({
  config,
  environment,
  dbFilename,
  onLine,
}: RunTemporal): Promise<RunningServer> {
  const progress = showProgress();
  const tools = await findTools(environment.PATH ?? '');
  const server = await findDevServer({
    tools,
    cacheDir: config.cache,
    temporalCli: config.temporalCli,
    allowUnpinned: config.unpinnedDownloads === 'allow',
    onProgress: progress.onProgress,
  }).finally(progress.done);
  const noTimeTravel = explainNoTimeTravel(server, config.cache);
  if (noTimeTravel !== undefined) console.error(noTimeTravel);
  if (dbFilename !== undefined) mkdirSync(dirname(dbFilename), { recursive: true, mode: 0o700 });
  const searchAttributes: Record<string, SearchAttributeType> = Object.fromEntries(
    Object.entries(SEARCH_ATTRIBUTES).map(([name, kind]) => [name, TYPES[kind]]),
  );
  return startDevServer({
    command: server.command,
    ip: config.host,
    port: config.temporalPort,
    uiPort: config.temporalUiPort,
    dbFilename,
    searchAttributes,
    timeTravel: config.gatewayMode === 'sandbox',
    onLine,
  });
}

/** Gives the namespace its retention and search attributes, on whichever server the environment names. */
export async function prepareTemporal(config: Config, environment: Environment): Promise<void> {
  const client = await connectToTemporal(environment, createDataConverter());
  const { namespace } = targetFrom(environment);
  await prepareNamespace(client.connection as Connection, { namespace, retentionDays: config.retentionDays });
  await client.connection.close();
}
