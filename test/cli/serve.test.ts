import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../../src/cli/serve.js';
import { waitUntil } from '../support/wait-until.js';

/** A server of four connections, which answers every path but `/wait`. */
async function start() {
  const waiting: string[] = [];
  const answer: RequestListener = (request, response) => {
    if (request.url?.startsWith('/wait')) waiting.push(request.url);
    else response.end();
  };
  const { url, close } = await serve(answer, '127.0.0.1', 0, { maxConnections: 4 });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await close();
  });
  const open = async (text = '', localAddress = '127.0.0.1') => {
    const socket = createConnection({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
    sockets.push(socket);
    let reply = '';
    let isClosed = false;
    socket
      .on('error', () => undefined)
      .on('close', () => (isClosed = true))
      .on('data', (chunk) => (reply += chunk.toString()));
    await once(socket, 'connect');
    socket.write(text);
    return { isOpen: () => !isClosed, isAnswered: () => reply !== '' };
  };
  return { open, waiting };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: api\r\n\r\n`;
const HALF_A_HEAD = 'GET / HTTP/1.1\r\nhost:';
const HALF_A_BODY = 'POST /wait HTTP/1.1\r\nhost: api\r\ncontent-length: 100\r\n\r\nhalf';

describe('a new connection, when there are as many as allowed,', () => {
  it.each([
    ['half of its headers', HALF_A_HEAD],
    ['half of a body', HALF_A_BODY],
    ['nothing after a reply', get('/')],
    ['nothing at all', ''],
  ])('takes the place of the one that sent %s first', async (_what, text) => {
    const { open } = await start();
    const four = [await open(text), await open(text), await open(text), await open(text)];
    const fifth = await open(get('/'));
    await waitUntil('a reply', fifth.isAnswered);
    await waitUntil('the end of the first', () => !four[0]?.isOpen());
    expect(four.map(({ isOpen }) => isOpen())).toEqual([false, true, true, true]);
  });

  it('takes a place of the address that has the most, not of one that came earlier', async () => {
    const { open } = await start();
    const other = await open(HALF_A_HEAD, '127.0.0.2');
    const many = [await open(HALF_A_HEAD), await open(HALF_A_HEAD), await open(HALF_A_HEAD)];
    const late = await open(get('/'), '127.0.0.3');
    await waitUntil('a reply', late.isAnswered);
    await waitUntil('the end of one', () => many.some(({ isOpen }) => !isOpen()));
    expect([other, ...many].map(({ isOpen }) => isOpen())).toEqual([true, false, true, true]);
  });

  it('never takes the place of a request that is being answered, and is closed where all are', async () => {
    const { open, waiting } = await start();
    const four = [];
    for (const n of [1, 2, 3, 4]) {
      four.push(await open(get(`/wait/${n}`)));
      await waitUntil('the request', () => waiting.length === n);
    }
    const fifth = await open(get('/'));
    await waitUntil('its end', () => !fifth.isOpen());
    expect(fifth.isAnswered()).toBe(false);
    expect(four.every(({ isOpen }) => isOpen())).toBe(true);
  });
});
