import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { hashKey } from '../../src/api/bearer.js';
import type { Serving } from '../../src/cli/serve.js';
import type { OwareClient } from '../../src/client/client.js';
import { kobo } from '../../src/domain/money.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

let api: Serving;
afterEach(() => api.close());

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
  const reply = await request(`${api.url}/v1/pauses${path}`, {
    method,
    headers: {
      authorization: 'Bearer key',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: reply.statusCode, body: (await reply.body.json()) as Record<string, unknown> };
}

const OPERATORS = {
  keys: () => [
    {
      name: 'operators',
      sha256: hashKey('key'),
      subject: 'ada',
      scopes: ['read' as const, 'operate' as const],
    },
  ],
};

const PAUSE = {
  queue: 'payouts',
  reason: 'bank is down',
  by: 'ada',
  since: '2026-11-15T09:00:00.000Z',
} as const;

/** A client that keeps what the API asks of it. */
function recordingClient() {
  const asked: unknown[] = [];
  const answer = { pause: PAUSE, pauses: [PAUSE], dispatch: 'stopped' } as const;
  const pauses: OwareClient['pauses'] = {
    pause: (given) => Promise.resolve(void asked.push(['pause', given])).then(() => answer),
    resume: (given) => Promise.resolve(void asked.push(['resume', given])).then(() => ({ pauses: [] })),
    list: () => Promise.resolve([PAUSE]),
    changes: () => Promise.resolve([]),
    waiting: () =>
      Promise.resolve({
        count: 1,
        operations: [
          {
            lifecycle: 'transfer',
            reference: 'pay-1',
            amountKobo: kobo(2_500_00),
            notAfter: '2026-11-16T09:00:00.000Z',
          },
        ],
        inQueue: { payouts: 2, charges: 0, effects: 0 },
      }),
  };
  return { asked, oware: { ...untouchedClient(), pauses } };
}

describe('pauses', () => {
  it('a pause has a queue, an optional bank and a reason', async () => {
    const { asked, oware } = recordingClient();
    api = await serveApi(oware, OPERATORS);
    const reply = await call('POST', '', { queue: 'payouts', reason: ' bank is down ' });
    expect(reply).toEqual({ status: 200, body: { pause: PAUSE, pauses: [PAUSE], dispatch: 'stopped' } });
    await call('POST', '', { queue: 'payouts', bank: '058', reason: 'bank is down' });
    expect(asked).toEqual([
      ['pause', { queue: 'payouts', reason: 'bank is down', by: 'ada' }],
      ['pause', { queue: 'payouts', bank: '058', reason: 'bank is down', by: 'ada' }],
    ]);
  });

  it('a resume names the queue, and the bank if only that was paused', async () => {
    const { asked, oware } = recordingClient();
    api = await serveApi(oware, OPERATORS);
    expect((await call('DELETE', '/payouts?bank=058')).status).toBe(200);
    expect((await call('DELETE', '/charges?reason=solved')).status).toBe(200);
    expect(asked).toEqual([
      ['resume', { queue: 'payouts', bank: '058', by: 'ada' }],
      ['resume', { queue: 'charges', reason: 'solved', by: 'ada' }],
    ]);
  });

  it('the list has every pause, and every operation that waits with its deadline', async () => {
    api = await serveApi(recordingClient().oware, OPERATORS);
    expect(await call('GET', '')).toEqual({
      status: 200,
      body: {
        pauses: [PAUSE],
        waiting: {
          count: 1,
          operations: [
            {
              lifecycle: 'transfer',
              reference: 'pay-1',
              amount: '2500.00',
              amountKobo: 2_500_00,
              notAfter: '2026-11-16T09:00:00.000Z',
            },
          ],
          inQueue: { payouts: 2, charges: 0, effects: 0 },
        },
      },
    });
  });

  it.each([
    ['without a queue', { reason: 'x' }, 'queue'],
    ['with an unknown queue', { queue: 'everything', reason: 'x' }, 'queue'],
    ['without a reason', { queue: 'payouts' }, 'reason'],
    ['with an empty reason', { queue: 'payouts', reason: '  ' }, 'reason'],
    ['with a long reason', { queue: 'payouts', reason: 'x'.repeat(201) }, 'reason'],
    ['with a bank that is no code', { queue: 'payouts', bank: 'GTB', reason: 'x' }, 'bank'],
    ['of effects to one bank', { queue: 'effects', bank: '058', reason: 'x' }, 'bank'],
    ['in the name of another person', { queue: 'payouts', reason: 'x', by: 'ada' }, 'by'],
  ])('a pause %s is refused, and the reply names the field', async (_what, body, field) => {
    api = await serveApi(untouchedClient(), OPERATORS);
    const reply = await call('POST', '', body);
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ field }]);
  });

  it.each([
    '/everything',
    '/payouts?bank=GTB',
    '/payouts?bank=058&bank=044',
    '/effects?bank=058',
    '/payouts?by=ada',
  ])('a resume of %s is refused', async (path) => {
    api = await serveApi(untouchedClient(), OPERATORS);
    expect((await call('DELETE', path)).status).toBe(400);
  });

  it('needs an API key', async () => {
    api = await serveApi(untouchedClient(), OPERATORS);
    const reply = await request(`${api.url}/v1/pauses`);
    expect(reply.statusCode).toBe(401);
    await reply.body.dump();
  });

  it('a change needs the scope operate', async () => {
    api = await serveApi(untouchedClient(), { keys: () => [{ name: 'shop', sha256: hashKey('key') }] });
    expect((await call('POST', '', { queue: 'payouts', reason: 'x' })).status).toBe(403);
    expect((await call('DELETE', '/payouts')).status).toBe(403);
  });
});
