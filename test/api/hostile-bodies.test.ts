import { createConnection, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiLog } from '../../src/api/log.js';
import type { BodyLimits } from '../../src/api/open-bodies.js';
import type { Serving } from '../../src/cli/serve.js';
import { SPECIFIED_EVENTS } from '../../src/gateway/events.js';
import { signEvent } from '../../src/gateway/signature.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';
import { waitUntil } from '../support/wait-until.js';

const EVENTS = '/webhooks/gateway';
const WRONG = 'a'.repeat(128);

let api: Serving;
let lines: { readonly level: string; readonly fields: Readonly<Record<string, unknown>> }[];
let stored: number;
afterEach(() => api.close());

async function start({
  idleMs,
  trustedProxies,
  bodyLimits,
  maxConnections,
}: {
  idleMs?: number;
  trustedProxies?: number;
  bodyLimits?: BodyLimits;
  maxConnections?: number;
} = {}): Promise<void> {
  // an api that is closing may still log
  const own: typeof lines = [];
  lines = own;
  stored = 0;
  const line = (level: string) => (fields: object) => void own.push({ level, fields: { ...fields } });
  const log: ApiLog = { info: line('info'), warn: line('warn'), error: line('error') };
  const storeUnmatchedEvent = () => Promise.resolve(void (stored += 1));
  api = await serveApi(
    { ...untouchedClient(), storeUnmatchedEvent },
    {
      log,
      webhook: { secrets: ['secret'], profile: SPECIFIED_EVENTS, idleMs },
      trustedProxies,
      bodyLimits,
    },
    { maxConnections },
  );
}

const inKind = (size: number) => `{"eventType":"NEW_KIND","eventData":{"text":"${'x'.repeat(size)}"}}`;

async function send(body: string | Buffer, headers: Record<string, string>, path = EVENTS) {
  const reply = await request(`${api.url}${path}`, { method: 'POST', headers, body });
  await reply.body.dump();
  return { status: reply.statusCode, headers: reply.headers };
}

const signed = (body: string | Buffer) => ({ 'service-signature': signEvent(body, 'secret') });

/** Writes only this, and collects the reply. */
function write(
  text: string,
  body: Buffer | string = '',
): { socket: Socket; answer: () => string; closed: Promise<unknown> } {
  const socket = createConnection(Number(new URL(api.url).port), '127.0.0.1', () => {
    socket.write(text);
    socket.write(body);
  });
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined);
  return { socket, answer: () => answer, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

const head = (headers: Record<string, string>, path = EVENTS) =>
  `POST ${path} HTTP/1.1\r\nhost: api\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

describe('a compressed body is not inflated', () => {
  const bomb = Buffer.alloc(32 * 1024 * 1024);

  it.each([
    ['br', () => brotliCompressSync(bomb)],
    ['gzip', () => gzipSync(bomb.subarray(0, 1_000_000))],
    ['something, br', () => Buffer.from('{}')],
  ])('%s is answered 415, also when it is signed', async (encoding, make) => {
    await start();
    const body = make();
    const headers = { 'content-encoding': encoding };
    expect((await send(body, { ...headers, ...signed(body) })).status).toBe(415);
    const json = { ...headers, authorization: 'Bearer key', 'content-type': 'application/json' };
    expect((await send(body, json, '/v1/checkouts')).status).toBe(415);
    expect(stored).toBe(0);
  });

  it('identity is not compression', async () => {
    await start();
    const body = inKind(1);
    expect((await send(body, { ...signed(body), 'content-encoding': 'identity' })).status).toBe(200);
  });
});

describe('the api does not read unsigned bodies', () => {
  it.each([
    ['no signature', {}],
    ['a short signature', { 'service-signature': 'abc' }],
    ['no hexadecimal digits', { 'service-signature': 'x'.repeat(128) }],
  ])('%s is answered before the body has come, and the connection ends', async (_what, headers) => {
    await start();
    const { answer, closed } = write(head({ ...headers, 'content-length': '30000000' }));
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('a signature in upper case with spaces around it is valid', async () => {
    await start();
    const body = inKind(1);
    const header = `  ${signEvent(body, 'secret').toUpperCase()} `;
    expect((await send(body, { 'service-signature': header })).status).toBe(200);
  });

  it('a large event of the gateway is read, and one beyond 32 MB is not', async () => {
    await start();
    const body = inKind(5_000_000);
    expect((await send(body, signed(body))).status).toBe(200);
    const { answer, closed } = write(
      head({ 'service-signature': WRONG, 'content-length': String(32 * 1024 * 1024 + 1) }),
    );
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('two large events are read at once; a third is answered "busy", and ordinary ones are accepted', async () => {
    await start();
    const start31 = head({ 'service-signature': WRONG, 'content-length': '31000000' });
    const partial = Buffer.alloc(1_500_000);
    const slow = [write(start31, partial), write(start31, partial)];
    const large = inKind(2_000_000);
    const third = await waitUntil('503', async () => {
      const reply = await send(large, signed(large)).catch(() => undefined);
      return reply?.status === 503 && reply;
    });
    expect(third.headers['retry-after']).toBeDefined();
    const ordinary = inKind(1_000);
    expect((await send(ordinary, signed(ordinary))).status).toBe(200);
    for (const { socket } of slow) socket.destroy();
    await Promise.all(slow.map(({ closed }) => closed));
    await waitUntil('200', async () => (await send(large, signed(large))).status === 200);
  });

  /** Sends what is refused until a large event is refused as well: what is allowed comes back every second. */
  async function limited(large: string, from: Record<string, string> = {}): Promise<void> {
    const refused = () => send('x', { 'service-signature': WRONG, ...from });
    for (let n = 0; n < 60; n++) await refused();
    await waitUntil('429', async () => {
      await Promise.all(Array.from({ length: 10 }, refused));
      const reply = await send(large, { ...signed(large), ...from }).catch(() => ({ status: 429 }));
      return reply.status === 429;
    });
  }

  it('an address with many refusals may send small events only, and the gateway’s are accepted', async () => {
    await start();
    const large = inKind(200_000);
    await limited(large);
    const small = inKind(1_000);
    for (let n = 0; n < 70; n++) expect((await send(small, signed(small))).status).toBe(200);
  });

  it('behind a proxy the limit applies to the sender that the proxy names', async () => {
    await start({ trustedProxies: 1 });
    const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.9, ${address}` });
    const large = inKind(200_000);
    await limited(large, from('198.51.100.1'));
    expect((await send(large, { ...signed(large), ...from('198.51.100.2') })).status).toBe(200);
  });

  it('signed events of the gateway are not limited', async () => {
    await start();
    const body = inKind(100_000);
    for (let n = 0; n < 100; n++) expect((await send(body, signed(body))).status).toBe(200);
  });

  it('a body that stops in the middle is answered 408', async () => {
    await start({ idleMs: 50 });
    const { answer, closed } = write(head({ 'service-signature': WRONG, 'content-length': '100' }), 'half');
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('a body that drips', () => {
  const json = { authorization: 'Bearer key', 'content-type': 'application/json' };
  const PLACES: readonly (readonly [string, string, Record<string, string>])[] = [
    ['an event', EVENTS, { 'service-signature': WRONG }],
    ['a request', '/v1/checkouts', json],
    ['a batch in JSON', '/v1/batches', json],
    [
      'a batch in CSV',
      '/v1/batches?title=x&onValidationFailure=CONTINUE&reference=b-1',
      { ...json, 'content-type': 'text/csv' },
    ],
  ];
  const QUICK: BodyLimits = { ofOneAddress: 50, inAll: 200, uncountedMs: 20, leastMs: 150 };

  it('is answered 408 after its time, although bytes keep coming, and starts nothing', async () => {
    await start({ bodyLimits: QUICK });
    const answers = PLACES.map(async ([, path, headers]) => {
      const { socket, answer, closed } = write(
        head({ ...headers, connection: 'close', 'content-length': '400' }, path),
        '{',
      );
      let left = 399;
      const drip = setInterval(() => {
        left -= 1;
        socket.write(' ');
      }, 20);
      await waitUntil('an answer', () => answer() !== '');
      clearInterval(drip);
      // the rest arrives after the answer
      socket.write(`${' '.repeat(left - 1)}}`);
      await closed;
      return answer().match(/HTTP\/1\.1 \d+/g);
    });
    expect(await Promise.all(answers)).toEqual(PLACES.map(() => ['HTTP/1.1 408']));
    const logged = lines.map(({ level, fields }) => [level, fields.status]);
    expect(logged).toEqual(PLACES.map(() => ['info', 408]));
  });

  it.each(PLACES)('%s is answered "busy" beyond the number of one address', async (_what, path, headers) => {
    await start({ bodyLimits: { ...QUICK, ofOneAddress: 3, leastMs: 60_000 } });
    const slow = Array.from({ length: 10 }, () =>
      write(head({ ...headers, 'content-length': '400' }, path), '{'),
    );
    await waitUntil('seven answers', () => slow.filter(({ answer }) => answer() !== '').length >= 7);
    const answers = slow.map(({ answer }) => answer().slice(9, 12)).sort();
    expect(answers).toEqual(['', '', '', ...new Array<string>(7).fill('503')]);
    for (const { socket } of slow) socket.destroy();
  });

  it('counts against the sender that the proxy names', async () => {
    await start({ trustedProxies: 1, bodyLimits: { ...QUICK, ofOneAddress: 3, leastMs: 60_000 } });
    const dripFrom = (address: string) =>
      write(
        head({
          'service-signature': WRONG,
          'content-length': '400',
          'x-forwarded-for': `203.0.113.9, ${address}`,
        }),
        '{',
      );
    const one = Array.from({ length: 10 }, () => dripFrom('198.51.100.1'));
    const another = Array.from({ length: 3 }, () => dripFrom('198.51.100.2'));
    const answered = (slow: typeof one) => slow.filter(({ answer }) => answer() !== '').length;
    await waitUntil('seven answers', () => answered(one) >= 7);
    expect([answered(one), answered(another)]).toEqual([7, 0]);
    for (const { socket } of [...one, ...another]) socket.destroy();
  });

  it('keeps neither events nor /health from an answer, also where there are more than connections', async () => {
    await start({ maxConnections: 100 });
    const slow = Array.from({ length: 300 }, () =>
      write(head({ 'service-signature': WRONG, 'content-length': '1000' }), 'a'),
    );
    const drip = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write('a');
    }, 100);
    const answers: number[] = [];
    for (let n = 0; n < 20; n++) {
      const body = inKind(n + 1);
      answers.push((await send(body, { ...signed(body), connection: 'close' })).status);
      const health = await request(`${api.url}/health`, { headers: { connection: 'close' } });
      answers.push(health.statusCode);
      await health.body.dump();
    }
    clearInterval(drip);
    for (const { socket } of slow) socket.destroy();
    expect(answers).toEqual(new Array<number>(40).fill(200));
    expect(stored).toBe(20);
  });
});

describe('a broken body is not logged as an error', () => {
  it.each([
    ['an event', head({ 'service-signature': WRONG, 'content-length': '100' })],
    [
      'a request',
      head(
        { authorization: 'Bearer key', 'content-type': 'application/json', 'content-length': '100' },
        '/v1/checkouts',
      ),
    ],
  ])('%s that is aborted leaves one line at info, without a stack', async (_what, text) => {
    await start();
    const { socket, closed } = write(text, '{"a');
    // the request has arrived when the api starts to read it
    await waitUntil('the request', async () => (await request(`${api.url}/health`)).statusCode === 200);
    socket.resetAndDestroy();
    await closed;
    await waitUntil('a line', () => lines.length > 0);
    expect(lines.map(({ level, fields }) => [level, 'err' in fields])).toEqual([['info', false]]);
  });

  it('a body that is not JSON, or shorter than it says, leaves no error', async () => {
    await start();
    const json = { authorization: 'Bearer key', 'content-type': 'application/json' };
    expect((await send('{"a', json, '/v1/checkouts')).status).toBe(400);
    expect(lines.map(({ level }) => level)).toEqual(['info']);
  });
});
