import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { PAID } from '../fixtures/gateway/records.js';
import { TLS } from '../fixtures/gateway/tls.js';
import { connect, ok, startLoopback, tokenReply } from './loopback.js';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A forward proxy that records the requested hosts. */
async function startProxy() {
  const asked: string[] = [];
  const proxy = createHttpServer();
  proxy.on('connect', (request, socket, head) => {
    asked.push(request.url ?? '');
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const target = connectSocket(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    socket.on('error', () => target.destroy());
    target.on('error', () => socket.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(proxy)}`, asked };
}

async function startTlsGateway(): Promise<string> {
  const server = createHttpsServer(TLS, (request, response) => {
    const reply = request.url?.endsWith('/login') ? tokenReply() : ok(PAID);
    response.end(JSON.stringify(reply.body));
  });
  return `https://127.0.0.1:${await listen(server)}`;
}

const ASKED = { transactionReference: 'x' };

test('goes through a proxy where one is set', async () => {
  const gateway = await startLoopback(() => ok(PAID));
  const proxy = await startProxy();
  const client = connect(gateway.url, { proxyUrl: proxy.url });
  expect((await client.call(ENDPOINTS.getTransaction, ASKED)).kind).toBe('ok');
  expect(new Set(proxy.asked)).toEqual(new Set([new URL(gateway.url).host]));
});

test('an unreachable proxy means that nothing was sent', async () => {
  const gateway = await startLoopback(() => ok(PAID));
  const client = connect(gateway.url, { proxyUrl: 'http://127.0.0.1:1' });
  await expect(client.call(ENDPOINTS.getTransaction, ASKED)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(gateway.received).toHaveLength(0);
});

test('trusts the given certificate authority, and no other', async () => {
  const baseUrl = await startTlsGateway();
  const trusting = connect(baseUrl, { ca: TLS.cert });
  expect((await trusting.call(ENDPOINTS.getTransaction, ASKED)).kind).toBe('ok');
  await expect(connect(baseUrl).call(ENDPOINTS.getTransaction, ASKED)).rejects.toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining('SELF_SIGNED') as string,
  });
});

test('keeps the path of the base address', async () => {
  const gateway = await startLoopback(
    () => ok(PAID),
    () => tokenReply(),
  );
  const client = connect(`${gateway.url}/gateway/`);
  await client.call(ENDPOINTS.getTransaction, ASKED).catch(() => undefined);
  expect(gateway.received[0]?.url).toBe('/gateway/api/v1/auth/login');
});

test('opens no more connections than allowed', async () => {
  let open = 0;
  let most = 0;
  const server = createHttpServer((request, response) => {
    const reply = request.url?.endsWith('/login') ? tokenReply() : ok(PAID);
    response.end(JSON.stringify(reply.body));
  });
  server.on('connection', (socket) => {
    most = Math.max(most, ++open);
    socket.on('close', () => (open -= 1));
  });
  const client = connect(`http://127.0.0.1:${await listen(server)}`, { connections: 3 });
  await Promise.all(Array.from({ length: 50 }, () => client.call(ENDPOINTS.getTransaction, ASKED)));
  expect(most).toBe(3);
});
