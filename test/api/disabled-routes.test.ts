import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { hashKey, SCOPES, type Scope } from '../../src/api/bearer.js';
import type { DisabledRoutes } from '../../src/api/disabled-routes.js';
import { examplesAt } from '../../src/api/examples.js';
import type { ApiVault } from '../../src/api/vault.js';
import type { Serving } from '../../src/cli/serve.js';
import { serveApi } from '../support/api/serve-api.js';
import { emptyClient } from '../support/api/untouched-client.js';

let api: Serving;
afterEach(() => api.close());

async function serveWith(vault: ApiVault | undefined): Promise<readonly DisabledRoutes[]> {
  const keys = () => [{ name: 'tests', sha256: hashKey('key'), scopes: Object.keys(SCOPES) as Scope[] }];
  api = await serveApi(emptyClient(), { vault, keys });
  const ready = await request(`${api.url}/ready`);
  expect(ready.statusCode).toBe(200);
  return ((await ready.body.json()) as { readonly disabled: readonly DisabledRoutes[] }).disabled;
}

/** What a route answers to a request that is right. */
async function answerOf(route: string): Promise<unknown> {
  const [method = '', path = ''] = route.split(' ');
  const reply = await request(`${api.url}${path.replace('{reference}', 'r-1').replace('{part}', '1')}`, {
    method,
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: JSON.stringify(examplesAt(Date.now())[route] ?? {}),
  });
  return ((await reply.body.json()) as { readonly type: string }).type;
}

const nothing = () => Promise.reject(new Error('not expected here'));
const WITHOUT_CARDS: ApiVault = {
  cards: undefined,
  keepOtp: () => ({ handle: 'h', taskQueue: 'q' }),
  forget: () => undefined,
  reads: {
    revealPaycode: nothing,
    matchPerson: nothing,
    matchAccount: nothing,
    findByNin: () => Promise.resolve({ kind: 'not-found' }),
  },
};

const CARDS = {
  problem: 'cards-disabled',
  routes: [
    'POST /v1/checkouts/{reference}/card',
    'POST /v1/checkouts/{reference}/otp',
    'POST /v1/checkouts/{reference}/3ds',
  ],
};

describe('an api without a vault', () => {
  it('names every route that is off when it is ready, and each answers just that problem', async () => {
    const disabled = await serveWith(undefined);
    expect(disabled).toEqual([
      CARDS,
      {
        problem: 'otp-disabled',
        routes: ['POST /v1/batches/{reference}/parts/{part}/otp', 'POST /v1/transfers/{reference}/otp'],
      },
      {
        problem: 'paycodes-disabled',
        routes: ['POST /v1/paycodes', 'POST /v1/paycodes/{reference}/reveal'],
      },
      {
        problem: 'verifications-disabled',
        routes: [
          'POST /v1/verifications/bvn',
          'POST /v1/verifications/bvn-account',
          'POST /v1/verifications/nin',
        ],
      },
    ]);
    for (const { problem, routes } of disabled) {
      for (const route of routes)
        expect([route, await answerOf(route)]).toEqual([route, `/problems/${problem}`]);
    }
  });
});

describe('an api whose vault takes no cards', () => {
  it('names the card routes only, and serves the others', async () => {
    expect(await serveWith(WITHOUT_CARDS)).toEqual([CARDS]);
    for (const route of CARDS.routes) expect(await answerOf(route)).toBe('/problems/cards-disabled');
    expect(await answerOf('POST /v1/transfers/{reference}/otp')).toBe('/problems/not-found');
    expect(await answerOf('POST /v1/paycodes/{reference}/reveal')).toBe('/problems/not-found');
    expect(await answerOf('POST /v1/verifications/nin')).toBe('/problems/not-found');
  });
});
