import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiDeps } from '../../src/api/app.js';
import { type ApiKey, hashKey } from '../../src/api/bearer.js';
import type { Serving } from '../../src/cli/serve.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

let api: Serving;
afterEach(() => api.close());

async function serveWith(keys: readonly ApiKey[], deps: Partial<ApiDeps> = {}) {
  api = await serveApi(untouchedClient(), { keys: () => keys, ...deps });
}

async function call(method: 'GET' | 'POST', path: string, key?: string) {
  const reply = await request(`${api.url}${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });
  const body = (await reply.body.json()) as Record<string, unknown>;
  return { status: reply.statusCode, headers: reply.headers, body };
}

const keyOf = (name: string, more: Partial<ApiKey> = {}): ApiKey => ({
  name,
  sha256: hashKey(name),
  ...more,
});

describe('an API key', () => {
  it('that is missing or unknown gets 401, and the scheme to use', async () => {
    await serveWith([keyOf('shop')]);
    for (const key of [undefined, 'another']) {
      const { status, headers, body } = await call('GET', '/v1/banks', key);
      expect({ status, type: body.type }).toEqual({ status: 401, type: '/problems/unauthenticated' });
      expect(headers['www-authenticate']).toContain('Bearer');
    }
  });

  it('counts until it expires; the reply names it, so that its owner knows which to replace', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();
    await serveWith([keyOf('new', { expiresAt: inAnHour }), keyOf('old', { expiresAt: aMinuteAgo })]);
    expect((await call('GET', '/v1/no-such-route', 'new')).status).toBe(404);
    const refused = await call('GET', '/v1/no-such-route', 'old');
    expect(refused).toMatchObject({ status: 401, body: { detail: "The API key 'old' has expired." } });
  });

  it('without scopes may read, collect and pay, but decides nothing and operates nothing', async () => {
    await serveWith([keyOf('shop')]);
    // refused for its empty body, behind the check of the scope
    expect((await call('POST', '/v1/checkouts', 'shop')).status).toBe(400);
    expect((await call('POST', '/v1/transfers', 'shop')).status).toBe(400);
    for (const path of ['/v1/transfers/a/approve', '/v1/pauses', '/v1/sweeps']) {
      expect(await call('POST', path, 'shop')).toMatchObject({
        status: 403,
        body: { type: '/problems/forbidden', moneyMoved: 'no', retry: 'never' },
      });
    }
  });

  it('that only reads creates nothing', async () => {
    await serveWith([keyOf('reports', { scopes: ['read'] })]);
    for (const path of ['/v1/checkouts', '/v1/transfers', '/v1/checkouts/a/cancel']) {
      const { status, body } = await call('POST', path, 'reports');
      expect({ status, type: body.type }).toEqual({ status: 403, type: '/problems/forbidden' });
    }
  });
});

describe('the rate limit', () => {
  it('is of each key: one that sends too much gets 429, and another is not affected', async () => {
    await serveWith([keyOf('busy'), keyOf('quiet')], { requestsPerSecond: 1 });
    const replies = [];
    for (let n = 0; n < 4; n++) replies.push(await call('GET', '/v1/no-such-route', 'busy'));
    expect(replies.at(0)).toMatchObject({
      status: 404,
      headers: { 'ratelimit-policy': '"key";q=2;w=2', ratelimit: '"key";r=1;t=0' },
    });
    const last = replies.find(({ status }) => status === 429);
    expect(last).toMatchObject({
      headers: { 'retry-after': '1' },
      body: { type: '/problems/rate-limited', moneyMoved: 'no', retry: 'later' },
    });
    expect((await call('GET', '/v1/no-such-route', 'quiet')).status).toBe(404);
  });
});

describe('every reply', () => {
  it('to a method that a path does not have is 405, with those that it has', async () => {
    await serveWith([keyOf('shop')]);
    const { status, headers } = await call('POST', '/v1/banks', 'shop');
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });

  it('has a request id; a problem repeats it', async () => {
    await serveWith([keyOf('shop')]);
    const { headers, body } = await call('GET', '/v1/no-such-route', 'shop');
    expect(body.requestId).toBe(headers['x-request-id']);
    expect(body.requestId).toBeTruthy();
  });
});
