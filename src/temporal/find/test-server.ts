import { join } from 'node:path';
import type { Cached } from './cache.js';
import { copyByMaven, jarArguments } from './maven.js';
import type { FinderOptions } from './options.js';
import { downloadBySdk } from './sdk-download.js';
import { findServer } from './search.js';
import { usageOf } from './test-server-usage.js';
import { OLDEST_JAVA, TEST_SERVER_VERSION } from './versions.js';
import type { Attempt } from './ways.js';

/** The server that skips time. */
export interface TestServer {
  readonly command: string;
  /** What comes before the port. */
  readonly args: readonly string[];
}

const FILE_NAME = 'temporal-test-server';

/** Throws NoServerError when this machine offers no way to a test server. */
export async function findTestServer(options: FinderOptions): Promise<TestServer> {
  return await findServer<TestServer>(
    {
      what: 'Temporal test server',
      slot: {
        cacheDir: options.cacheDir,
        name: `test-server-${TEST_SERVER_VERSION}`,
        oldestGood: TEST_SERVER_VERSION,
      },
      atHand: [],
      toServer: (cached) => toTestServer(cached, options.tools.java),
      fills: [
        {
          name: "the SDK's download",
          fill: downloadBySdk({ kind: 'test-server', fileName: FILE_NAME, check: runsHere }, options),
        },
        { name: 'Maven and Java', fill: copyByMaven(options) },
      ],
      remedies: [
        `install Java ${OLDEST_JAVA} or later and Maven; Oware then fetches the server, once, in a minute`,
      ],
    },
    options,
  );
}

async function runsHere(file: string): Promise<Attempt<string>> {
  const usage = await usageOf(file, []);
  return 'found' in usage ? { found: TEST_SERVER_VERSION } : usage;
}

function toTestServer({ folder, obtainedBy }: Cached, java: string | undefined): Attempt<TestServer> {
  if (obtainedBy !== 'maven') return { found: { command: join(folder, FILE_NAME), args: [] } };
  if (java === undefined) return { missed: `${folder} needs java, which is not on PATH` };
  return { found: { command: java, args: jarArguments(folder) } };
}
