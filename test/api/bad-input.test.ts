import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGrantSigner } from '../../src/api/grants.js';
import { hashKey, SCOPES, type Scope } from '../../src/api/bearer.js';
import type { ApiVault } from '../../src/api/vault.js';
import type { Serving } from '../../src/cli/serve.js';
import { serveApi } from '../support/api/serve-api.js';
import { emptyClient, untouchedClient } from '../support/api/untouched-client.js';
import {
  badBodies,
  badKeys,
  badPaths,
  badQueries,
  type BadRequest,
} from '../support/bad-input/bad-requests.js';
import { complaintsAbout } from '../support/bad-input/judge.js';
import { readOperations } from '../support/bad-input/operations.js';
import { testGrants } from '../support/grants.js';

/** Every request of this file is derived from the OpenAPI document: a new route or field is covered as soon as it exists. */
const OPERATIONS = readOperations().map((operation) => ({
  title: `${operation.method} ${operation.path}`,
  operation,
}));

const AT_ONCE = 25;

const reached = () => {
  throw new Error('a bad request reached the vault');
};
const untouchedVault: ApiVault = {
  cards: { keep: reached, pages: () => undefined },
  keepOtp: reached,
  forget: reached,
  reads: { revealPaycode: reached, matchPerson: reached, matchAccount: reached, findByNin: reached },
};

/** Nothing may reach this one. */
let strict: Serving;
/** Knows no lifecycle. */
let empty: Serving;
beforeAll(async () => {
  const deps = {
    keys: () => [{ name: 'tests', sha256: hashKey('key'), scopes: Object.keys(SCOPES) as Scope[] }],
    vault: untouchedVault,
    grants: createGrantSigner(testGrants),
  };
  strict = await serveApi(untouchedClient(), deps);
  empty = await serveApi(emptyClient(), deps);
});
afterAll(async () => {
  await strict.close();
  await empty.close();
});

async function complaints(
  api: Serving,
  method: string,
  bad: Omit<BadRequest, 'status'> & { status?: number },
) {
  const { path, headers, body } = bad;
  const reply = await request(`${api.url}${path}`, {
    method,
    headers: { authorization: 'Bearer key', ...headers },
    ...(body !== undefined && { body }),
  });
  const found = complaintsAbout(
    { method, bad },
    {
      status: reply.statusCode,
      contentType: String(reply.headers['content-type']),
      requestId: String(reply.headers['x-request-id']),
      text: await reply.body.text(),
    },
  );
  return found.map((complaint) => `${bad.what}: ${complaint}`);
}

/**
 * A few at a time: the api closes the connection of a refused large body a second after its reply, and this process,
 * which is also the sender, must have read the reply by then.
 */
async function complaintsOfAll(
  api: Serving,
  method: string,
  requests: readonly Parameters<typeof complaints>[2][],
) {
  const found: string[] = [];
  for (let n = 0; n < requests.length; n += AT_ONCE) {
    const some = requests.slice(n, n + AT_ONCE).map((bad) => complaints(api, method, bad));
    found.push(...(await Promise.all(some)).flat());
  }
  return found;
}

describe('bad input gets a problem reply that names the field, before anything is called', () => {
  it.each(OPERATIONS)('$title', async ({ operation }) => {
    const requests = [...badBodies(operation), ...badQueries(operation), ...badKeys(operation)];
    expect(await complaintsOfAll(strict, operation.method, requests)).toEqual([]);
  });
});

describe('an odd path gets a problem reply', () => {
  it.each(OPERATIONS.filter(({ operation }) => operation.path.includes('{')))(
    '$title',
    async ({ operation }) => {
      expect(await complaintsOfAll(empty, operation.method, badPaths(operation))).toEqual([]);
    },
  );
});
