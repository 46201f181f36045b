import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, PortInUseError } from '../../../src/temporal/run/ports.js';
import { startTestServer } from '../../../src/temporal/run/test-server.js';

const FAKE = join(import.meta.dirname, '../processes/fake-temporal.js');
const server = { command: process.execPath, args: [FAKE, '--port'] };

test('is started when it answers', async () => {
  const port = await freePort();
  const running = await startTestServer({ server, port });

  expect(running).toMatchObject({ address: `127.0.0.1:${port}`, uiUrl: undefined });
  expect(await running.stop(1_000)).toEqual({ code: null, signal: 'SIGTERM' });
});

test('does not start when its port is in use', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());

  await expect(startTestServer({ server, port })).rejects.toBeInstanceOf(PortInUseError);
});
