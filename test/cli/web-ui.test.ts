import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWebUi } from '../../src/cli/web-ui/web-ui.js';

interface Received {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const SETTINGS = { Version: '2.54.1', DisableWriteActions: false, WorkflowCancelDisabled: false };

/** The Web UI in front of a server that records what reaches it. */
async function openUi({ canWrite = false, hosts = [] as readonly string[] } = {}) {
  const received: Received[] = [];
  const temporal = createServer((request, response) => {
    text(request).then(
      (body) => {
        const { method, url, headers } = request;
        received.push({ line: `${method} ${url}`, headers, body });
        if (url?.startsWith('/api/v1/settings')) {
          response.writeHead(200, { 'set-cookie': ['_csrf=1', '_csrf=2'] }).end(JSON.stringify(SETTINGS));
        } else if (url === '/stream') response.write('first');
        else response.writeHead(200, { 'content-encoding': 'gzip', etag: 'e' }).end(gzipSync('the page'));
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => temporal.listen(0, '127.0.0.1', resolve));
  const { port: hiddenPort } = temporal.address() as AddressInfo;
  const ui = await openWebUi({ host: '127.0.0.1', port: 0, hiddenPort, hosts, canWrite });
  onTestFinished(async () => {
    await ui.close();
    temporal.closeAllConnections();
    await new Promise((resolve) => temporal.close(resolve));
  });
  return { ...ui, received, temporal };
}

type Headers = Record<string, string>;

function open(url: string, method: string, path: string, headers: Headers = {}, body = '') {
  const { hostname, port } = new URL(url);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = sendRequest({ hostname, port, method, path, headers, agent: false }, resolve);
    sent.on('error', reject).end(body);
  });
}

async function ask(url: string, method: string, path: string, headers: Headers = {}, body = '') {
  const reply = await open(url, method, path, headers, body);
  return { status: reply.statusCode, headers: reply.headers, text: await text(reply) };
}

const WORKFLOW = '/api/v1/namespaces/default/workflows/checkout:order-1';

describe('reads', () => {
  it('pass with their compression and their headers', async () => {
    const { url, received } = await openUi();
    const page = await ask(url, 'GET', '/namespaces/default/workflows?query=x', {
      'accept-encoding': 'gzip',
    });
    expect(page).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip', etag: 'e' } });
    expect(received).toMatchObject([
      { line: 'GET /namespaces/default/workflows?query=x', headers: { 'accept-encoding': 'gzip' } },
    ]);
  });

  it('pass as they come, and end with the Web UI', async () => {
    const { url, close } = await openUi();
    const reply = await open(url, 'GET', '/stream');
    const [first] = (await reply.iterator({ destroyOnReturn: false }).next()).value as Buffer[];
    expect(first).toBeDefined();
    const ended = text(reply).catch(() => 'broken off');
    await close();
    expect(await ended).toBe('broken off');
  });

  // the pages add a question mark
  it.each(['/api/v1/settings', '/api/v1/settings?'])(
    'of %s show that nothing can be changed',
    async (path) => {
      const { url } = await openUi();
      const { headers, text: body } = await ask(url, 'GET', path);
      expect(JSON.parse(body)).toMatchObject({
        Version: '2.54.1',
        DisableWriteActions: true,
        WorkflowCancelDisabled: true,
      });
      expect(headers['set-cookie']).toEqual(['_csrf=1', '_csrf=2']);
    },
  );

  it('of a workflow by query pass, though they are posted', async () => {
    const { url, received } = await openUi();
    const { status } = await ask(url, 'POST', `${WORKFLOW}/query/__stack_trace`, {}, '{"query":{}}');
    expect(status).toBe(200);
    expect(received).toMatchObject([{ line: `POST ${WORKFLOW}/query/__stack_trace`, body: '{"query":{}}' }]);
  });

  it('with a body do not pass, because the body would be taken for another request', async () => {
    const { url, received } = await openUi();
    const hidden = `POST ${WORKFLOW}/cancel HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`;
    for (const framing of [{ 'transfer-encoding': 'chunked' }, { 'content-length': String(hidden.length) }]) {
      expect(await ask(url, 'GET', '/', framing as Headers, hidden)).toMatchObject({ status: 400 });
    }
    expect(received).toEqual([]);
  });

  it('are answered with a sentence while Temporal is down', async () => {
    const { url, temporal } = await openUi();
    temporal.closeAllConnections();
    await new Promise((resolve) => temporal.close(resolve));
    const { status, text: body } = await ask(url, 'GET', '/');
    expect([status, body]).toEqual([502, expect.stringContaining('does not respond')]);
  });
});

describe('writes', () => {
  const WRITES = [
    ['POST', `${WORKFLOW}/cancel`],
    ['POST', `${WORKFLOW}/terminate`],
    ['POST', `${WORKFLOW}/signal/gatewayEvent`],
    ['POST', '/api/v1/namespaces/default/batch-operations/1'],
    ['PUT', '/api/v1/namespaces/default'],
    ['PATCH', '/api/v1/namespaces/default'],
    ['DELETE', '/api/v1/namespaces/default/schedules/1'],
  ] as const;

  it('are refused with a sentence', async () => {
    const { url, received } = await openUi();
    for (const [method, path] of WRITES) {
      const { status, text: body } = await ask(url, method, path, {}, method === 'DELETE' ? '' : '{}');
      expect([method, path, status]).toEqual([method, path, 403]);
      expect((JSON.parse(body) as { message: string }).message).toContain('This Web UI is read-only');
    }
    expect(received).toEqual([]);
  });

  it.each([
    `${WORKFLOW}/query/..`,
    `${WORKFLOW}/query/%2e%2e`,
    `${WORKFLOW}/query/x%2f..%2f..%2fcancel`,
    `${WORKFLOW}/query/a/../../cancel`,
    `/api/v1/namespaces/..%5c/workflows/a/query/b`,
    `/api/v1/namespaces/default/workflows//query/b`,
    `${WORKFLOW}/query/%`,
    `${WORKFLOW}/cancel?x=/query/y`,
  ])('are not taken for a query: %s', async (path) => {
    const { url, received } = await openUi();
    expect(await ask(url, 'POST', path, {}, '{}')).toMatchObject({ status: 403 });
    expect(received).toEqual([]);
  });

  it('do not hide in a header of a query', async () => {
    const { url, received } = await openUi();
    await ask(url, 'POST', `${WORKFLOW}/query/state`, { 'x-http-method-override': 'DELETE' }, '{}');
    expect(received[0]?.headers).not.toHaveProperty('x-http-method-override');
  });

  it('pass with --ui-write, up to a size', async () => {
    const { url, received } = await openUi({ canWrite: true });
    for (const [method, path] of WRITES) {
      expect(await ask(url, method, path, {}, method === 'DELETE' ? '' : '{}')).toMatchObject({
        status: 200,
      });
    }
    expect(received.map(({ line }) => line)).toEqual(WRITES.map(([method, path]) => `${method} ${path}`));
    expect(JSON.parse((await ask(url, 'GET', '/api/v1/settings')).text)).toEqual(SETTINGS);
    const large = await ask(url, 'POST', `${WORKFLOW}/signal/a`, {}, 'x'.repeat(5_000_000)).catch(
      () => 'cut',
    );
    expect(['cut', 413]).toContain(large === 'cut' ? large : (large as { status?: number }).status);
    expect(received.map(({ body }) => body.length < 5_000_000)).not.toContain(false);
  });
});

describe.each([false, true])('pages of others, with writes %s', (canWrite) => {
  it.each([
    'rebind.evil.example:8233',
    'evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.5:8233',
    'a@localhost',
  ])('that point their name at this machine are refused: %s', async (host) => {
    const { url, received } = await openUi({ canWrite });
    for (const path of ['/', '/api/v1/settings', `${WORKFLOW}/history`]) {
      const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
      const { status, text: body } = await ask(url, 'GET', path, headers);
      expect([status, body]).toEqual([403, expect.stringContaining('is not allowed')]);
    }
    expect(received).toEqual([]);
  });

  it('may link to the Web UI, and neither read from it nor post to it', async () => {
    const { url, received } = await openUi({ canWrite });
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(await ask(url, 'GET', '/namespaces/default/workflows', link)).toMatchObject({ status: 200 });
    const foreign: readonly Headers[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    ];
    for (const headers of foreign) {
      expect(await ask(url, 'GET', `${WORKFLOW}/history`, headers)).toMatchObject({ status: 403 });
    }
    for (const headers of [...foreign, link]) {
      const query = await ask(url, 'POST', `${WORKFLOW}/query/state`, headers, '{}');
      expect(query).toMatchObject({ status: 403 });
    }
    expect(received).toHaveLength(1);
  });

  it('are no reason to refuse other names of this machine', async () => {
    const { url } = await openUi({ canWrite, hosts: ['devbox.internal'] });
    for (const host of ['localhost:8233', '127.0.0.1', '[::1]:8233', 'devbox.internal:8233']) {
      expect(await ask(url, 'GET', '/', { host, origin: `http://${host}` })).toMatchObject({ status: 200 });
    }
  });
});
