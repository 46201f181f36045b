import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection } from '@temporalio/client';
import type { Config, Environment } from '../config/config.js';
import { SEARCH_ATTRIBUTES } from '../domain/lifecycle/search-attributes.js';
import { createDataConverter } from '../secrets/data-converter.js';
import { targetFrom } from '../temporal/connect.js';
import { findDevServer } from '../temporal/find/dev-server.js';
import { explainNoTimeTravel } from '../temporal/find/time-travel.js';
import { findTools } from '../temporal/find/tools.js';
import { prepareNamespace } from '../temporal/namespace.js';
import {
  devServerAddresses,
  type RunningDevServer,
  type SearchAttributeType,
  startDevServer,
} from '../temporal/run/dev-server.js';
import { freePort } from '../temporal/run/ports.js';
import { toUrl } from '../temporal/run/until-serving.js';
import { connectToTemporal } from './connect-to-temporal.js';
import { temporalServerEnvironment } from './dev/child-environment.js';
import { showProgress } from './progress.js';
import { openWebUi } from './web-ui/web-ui.js';

const TYPES = {
  KEYWORD: 'Keyword',
  KEYWORD_LIST: 'KeywordList',
  INT: 'Int',
  BOOL: 'Bool',
  DATETIME: 'Datetime',
} as const;

export const uiWriteOption = {
  'ui-write': {
    type: 'boolean',
    default: false,
    describe: 'Let the Web UI change workflows: terminate, signal, reset … Oware does not check what it does',
  },
} as const;

export interface FindTemporal {
  readonly config: Config;
  readonly environment: Environment;
  readonly dbFilename?: string | undefined;
  /** Whether the Web UI may change workflows. */
  readonly uiWrite?: boolean | undefined;
}

export interface RunTemporal extends FindTemporal {
  readonly onLine: (line: string) => void;
}

/** A dev server that can be started repeatedly; each start prepares the namespace. */
export interface FoundTemporal {
  readonly address: string;
  readonly uiUrl: string | undefined;
  readonly start: (start: {
    readonly onLine: (line: string) => void;
    readonly signal?: AbortSignal;
  }) => Promise<RunningDevServer>;
}

/** Finds a dev server, installing or building one if needed, and starts it with the settings that Oware needs. */
export async function runTemporal({ onLine, ...options }: RunTemporal): Promise<RunningDevServer> {
  const { start } = await findTemporal(options);
  return start({ onLine });
}

/** Finds a dev server, installing or building one if needed. */
export async function findTemporal({
  config,
  environment,
  dbFilename,
  uiWrite = false,
}: FindTemporal): Promise<FoundTemporal> {
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
  if (dbFilename !== undefined) assertWritable(dbFilename);
  const searchAttributes: Record<string, SearchAttributeType> = Object.fromEntries(
    Object.entries(SEARCH_ATTRIBUTES).map(([name, kind]) => [name, TYPES[kind]]),
  );
  const settings = {
    command: server.command,
    env: temporalServerEnvironment(environment),
    ip: config.host,
    port: config.temporalPort,
    dbFilename,
    searchAttributes,
    timeTravel: config.gatewayMode === 'sandbox',
    prepare: (address: string) => prepareTemporal(config, { ...environment, TEMPORAL_ADDRESS: address }),
  };
  const { host, address } = devServerAddresses(settings);
  const uiUrl = toUrl({ host, port: config.temporalUiPort });
  const ui = {
    host: config.host,
    port: config.temporalUiPort,
    hosts: [config.host, ...config.sandboxHosts],
    canWrite: uiWrite,
  };
  return {
    address,
    uiUrl,
    start: async (start) => {
      const hiddenPort = await freePort();
      const { close } = await openWebUi({ ...ui, hiddenPort });
      try {
        const running = await startDevServer({ ...settings, uiPort: hiddenPort, ...start });
        void running.exited.then(close, close);
        return { ...running, uiUrl };
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

/** The server would report a database that it cannot open as an error of SQL, without its file. */
function assertWritable(dbFilename: string): void {
  const folder = dirname(dbFilename);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(existsSync(dbFilename) ? dbFilename : folder, constants.W_OK);
}

/** Sets retention and search attributes of the namespace. */
export async function prepareTemporal(config: Config, environment: Environment): Promise<void> {
  const client = await connectToTemporal(environment, createDataConverter());
  const { namespace } = targetFrom(environment);
  await prepareNamespace(client.connection as Connection, { namespace, retentionDays: config.retentionDays });
  await client.connection.close();
}
