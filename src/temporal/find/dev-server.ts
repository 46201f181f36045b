import { join } from 'node:path';
import { buildWithGo } from './go-build.js';
import type { FinderOptions } from './options.js';
import { downloadBySdk } from './sdk-download.js';
import { findServer } from './search.js';
import { goodServerVersion } from './server-version.js';
import { OLDEST_GO, OLDEST_GOOD_SERVER } from './versions.js';
import type { Attempt, Way } from './ways.js';

export interface DevServer {
  /** The temporal CLI, whose `server start-dev` is the server. */
  readonly command: string;
  readonly serverVersion: string;
}

const FILE_NAME = 'temporal';

/** Throws NoServerError when this machine offers no way to a dev server. */
export async function findDevServer(options: FinderOptions): Promise<DevServer> {
  return await findServer<DevServer>(
    {
      what: 'Temporal dev server',
      slot: { cacheDir: options.cacheDir, name: 'dev-server', oldestGood: OLDEST_GOOD_SERVER },
      atHand: [onPath(options.tools.temporal)],
      toServer: ({ folder, version }) => ({
        found: { command: join(folder, FILE_NAME), serverVersion: version },
      }),
      fills: [
        {
          name: "the SDK's download",
          fill: downloadBySdk({ kind: 'dev-server', fileName: FILE_NAME, check: goodServerVersion }, options),
        },
        { name: 'building it with Go', fill: buildWithGo(FILE_NAME, options) },
      ],
      remedies: [
        `install Go ${OLDEST_GO} or later; Oware then builds a server, once, in a few minutes`,
        `install the temporal CLI, with server ${OLDEST_GOOD_SERVER} or later`,
        'set TEMPORAL_ADDRESS to the address of a server that is running',
      ],
    },
    options,
  );
}

function onPath(command: string | undefined): Way<DevServer> {
  return {
    name: 'temporal on PATH',
    async attempt(): Promise<Attempt<DevServer>> {
      if (command === undefined) return { missed: 'not there' };
      const version = await goodServerVersion(command);
      return 'found' in version ? { found: { command, serverVersion: version.found } } : version;
    },
  };
}
