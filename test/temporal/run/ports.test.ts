import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { assertPortFree, freePort, PortInUseError, untilPortFree } from '../../../src/temporal/run/ports.js';

async function occupy(): Promise<{ port: number; server: Server }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, server };
}

const takenPort = async () => (await occupy()).port;

test('names the port that another program uses', async () => {
  const port = await takenPort();
  const asked = assertPortFree(port, '127.0.0.1');

  await expect(asked).rejects.toBeInstanceOf(PortInUseError);
  await expect(asked).rejects.toMatchObject({ port, message: `Port ${port} is in use by another program` });
});

test('sees a port taken on one address when every address is needed', async () => {
  await expect(assertPortFree(await takenPort())).rejects.toBeInstanceOf(PortInUseError);
});

test('a free port is free, and still is after the check', async () => {
  const port = await freePort();
  await assertPortFree(port, '127.0.0.1');
  await assertPortFree(port, '127.0.0.1');
});

test('waits for a port that its last owner still holds for a moment', async () => {
  const { port, server } = await occupy();
  const waiting = untilPortFree(port, { ip: '127.0.0.1', limitMs: 10_000 });
  server.close();
  await waiting;
});

test('names the port that stays in use', async () => {
  const waiting = untilPortFree(await takenPort(), { ip: '127.0.0.1', limitMs: 100 });
  await expect(waiting).rejects.toBeInstanceOf(PortInUseError);
});
