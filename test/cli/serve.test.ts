import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../../src/cli/serve.js';

it('connections beyond the limit are closed until others end', async () => {
  const { url, close } = await serve((_request, response) => response.end(), '127.0.0.1', 0, {
    maxConnections: 2,
  });
  const port = Number(new URL(url).port);
  const open = async () => {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const answered = (socket: Awaited<ReturnType<typeof open>>) => {
    socket.write('GET / HTTP/1.1\r\nhost: api\r\n\r\n');
    return Promise.race([
      once(socket, 'data').then(() => 'answered'),
      once(socket, 'close').then(() => 'closed'),
    ]);
  };
  const first = await open();
  expect(await answered(first)).toBe('answered');
  expect(await answered(await open())).toBe('answered');
  expect(await answered(await open())).toBe('closed');
  first.destroy();
  await once(first, 'close');
  let again = 'closed';
  while (again === 'closed') again = await answered(await open());
  expect(again).toBe('answered');
  onTestFinished(close);
});
