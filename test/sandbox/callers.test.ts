import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as rawRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SandboxOptions } from '../../src/sandbox/sandbox.js';
import { beginTransfer, type Side, startSandbox } from './merchant-side.js';

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** fetch sets Host and Origin itself, so these requests use node:http. */
function raw(
  side: Side,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<Raw> {
  const { hostname, port } = new URL(side.url);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

/** A sandbox with a state file, in which every change is a line. */
async function startCounting(options: SandboxOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'oware-callers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'state.jsonl');
  const side = await startSandbox({ ...options, stateFile });
  const { transactionReference } = await beginTransfer(side);
  return {
    side,
    checkout: `/checkout/${encodeURIComponent(transactionReference)}`,
    state: () => readFileSync(stateFile, 'utf8'),
  };
}

const hostOf = ({ url }: Side): string => new URL(url).host;
const JSON_BODY = { 'content-type': 'application/json' };

/** One of each kind of route: gateway, control API, pages. */
const READS = [
  '/health',
  '/sandbox/merchants',
  '/sandbox/inbox',
  '/',
  '/inbox',
  '/simulator',
  '/api/v1/banks',
];
const WRITES: readonly (readonly [string, string, string])[] = [
  ['POST', '/sandbox/merchants/M1/rotate-secret', ''],
  ['POST', '/sandbox/merchants', '{"name":"Evil"}'],
  ['PATCH', '/sandbox/merchants/M1', '{"webhookUrls":{"all":"http://127.0.0.1:9/"}}'],
  ['POST', '/sandbox/clock/advance', '{"ms":60000}'],
  ['DELETE', '/sandbox/faults', ''],
  ['POST', '/dashboard/settlements', ''],
  ['POST', '/clock', 'duration=2h'],
  ['POST', '/simulator', 'bankCode=035&accountNumber=5000000001&amount=1'],
  ['POST', '/api/v1/auth/login', ''],
  ['OPTIONS', '/sandbox/merchants', ''],
];

describe('a request to another host name', () => {
  it.each(READS)('reads nothing from %s', async (path) => {
    const { side } = await startCounting();
    const answer = await raw(side, 'GET', path, { host: `evil.example:${new URL(side.url).port}` });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Host evil.example');
    expect(answer.text).not.toContain(side.sandbox.merchants.first().secretKey);
  });

  it('changes nothing', async () => {
    const { side, checkout, state } = await startCounting();
    const before = state();
    const host = 'evil.example';
    for (const [method, path, body] of [...WRITES, ['POST', `${checkout}/transfer`, ''] as const]) {
      const answer = await raw(side, method, path, { host, ...(body && JSON_BODY) }, body);
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect(state()).toBe(before);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evillocalhost',
    '128.0.0.1',
    '10.0.0.7:3001',
    '[::2]',
    'user@localhost',
    'localhost/x',
  ])('is refused as %s', async (host) => {
    const { side } = await startCounting();
    expect((await raw(side, 'GET', '/health', { host })).status).toBe(403);
  });

  it.each([
    'localhost',
    'localhost:3001',
    'LOCALHOST',
    'localhost.',
    'gateway.localhost:3001',
    '127.0.0.1',
    '127.4.5.6:80',
    '[::1]:3001',
    '[::ffff:127.0.0.1]',
  ])('is accepted for loopback: %s', async (host) => {
    const { side } = await startCounting();
    expect((await raw(side, 'GET', '/health', { host })).status).toBe(200);
  });

  it('is accepted for the public URL and for additional hosts', async () => {
    const { side } = await startCounting({
      publicUrl: 'https://gateway.example/',
      hosts: ['sandbox', 'box.example'],
    });
    for (const host of ['gateway.example', 'sandbox:3001', 'BOX.example']) {
      expect((await raw(side, 'GET', '/health', { host })).status).toBe(200);
    }
    expect((await raw(side, 'GET', '/health', { host: 'other.example' })).status).toBe(403);
    const origin = 'https://gateway.example';
    const rotate = '/sandbox/merchants/M1/rotate-secret';
    expect((await raw(side, 'POST', rotate, { host: 'gateway.example', origin })).status).toBe(200);
  });
});

describe('a page of another origin', () => {
  const FOREIGN: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'http://localhost:1' },
    { origin: 'null' },
    { origin: 'nonsense' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  it.each(FOREIGN)('changes nothing, with %j', async (headers) => {
    const { side, checkout, state } = await startCounting();
    const before = state();
    const host = hostOf(side);
    for (const [method, path, body] of [...WRITES, ['POST', `${checkout}/transfer`, ''] as const]) {
      const answer = await raw(side, method, path, { host, ...headers, ...(body && JSON_BODY) }, body);
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect(state()).toBe(before);
  });

  it.each(FOREIGN)('reads nothing of the control API, with %j', async (headers) => {
    const { side } = await startCounting();
    for (const path of ['/sandbox/merchants', '/sandbox/inbox', '/sandbox/ledger', '/sandbox/deliveries']) {
      const answer = await raw(side, 'GET', path, { host: hostOf(side), ...headers });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain('secretKey');
    }
  });

  it('may link to pages, and gets no CORS headers', async () => {
    const { side, checkout } = await startCounting();
    const headers = { host: hostOf(side), origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of [checkout, '/', '/health', '/sandbox/merchants', '/api/v1/banks']) {
      const answer = await raw(side, 'GET', path, headers);
      const cors = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
      expect(cors).toEqual([]);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      });
    }
    expect((await raw(side, 'GET', checkout, headers)).status).toBe(200);
  });

  it('may post the issuer forms, which change nothing', async () => {
    const { side, state } = await startCounting();
    const before = state();
    const headers = { host: hostOf(side), origin: 'null', 'sec-fetch-site': 'cross-site' };
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await raw(side, 'POST', '/issuer', form, 'MD=unknown')).status).toBe(404);
    expect((await raw(side, 'POST', '/issuer/return', form, 'MD=unknown&PaRes=yes')).status).toBe(200);
    expect(state()).toBe(before);
  });

  it.each([{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }] as Record<
    string,
    string
  >[])('does not include servers and the sandbox’s own pages: %j', async (headers) => {
    const { side, state } = await startCounting();
    const before = state();
    const host = hostOf(side);
    const own = 'sec-fetch-site' in headers ? { origin: `http://${host}` } : {};
    const rotated = await raw(side, 'POST', '/sandbox/merchants/M1/rotate-secret', {
      host,
      ...own,
      ...headers,
    });
    expect(rotated.status).toBe(200);
    expect(state()).not.toBe(before);
  });
});
