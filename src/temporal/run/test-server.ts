import type { TestServer } from '../find/test-server.js';
import { assertPortFree } from './ports.js';
import { type RunningServer, startServer } from './start-server.js';
import { toAddress, untilFrontendAnswers } from './until-serving.js';

export interface TestServerStart {
  readonly server: TestServer;
  readonly port: number;
  readonly onLine?: (line: string) => void;
}

/**
 * Starts the time-skipping server. It listens on every interface and has no option to change that: for tests
 * only.
 */
export async function startTestServer({ server, port, onLine }: TestServerStart): Promise<RunningServer> {
  await assertPortFree(port);
  const frontend = { host: '127.0.0.1', port };
  const running = await startServer({
    name: 'Temporal test server',
    command: server.command,
    args: [...server.args, String(port)],
    untilServing: (signal) => untilFrontendAnswers(frontend, signal),
    onLine,
  });
  return { ...running, address: toAddress(frontend), uiUrl: undefined };
}
