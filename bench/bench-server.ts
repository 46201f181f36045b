import { readEnvironment } from '../src/config/config.js';
import { findDevServer } from '../src/temporal/find/dev-server.js';
import { startDevServer } from '../src/temporal/run/dev-server.js';
import { freePort } from '../src/temporal/run/ports.js';
import { finderOptions } from '../test/support/servers/find-and-bundle.js';

/** A Temporal server for one run of a bench, with everything in memory. */
export async function startBenchServer() {
  const { command, serverVersion } = await findDevServer(await finderOptions());
  const server = await startDevServer({
    command,
    ip: '127.0.0.1',
    port: await freePort(),
    searchAttributes: {},
    timeTravel: true,
  });
  return { environment: readEnvironment(), server, serverVersion };
}
