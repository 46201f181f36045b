import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Serving } from '../../src/cli/serve.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

let api: Serving;
beforeAll(async () => {
  api = await serveApi(untouchedClient());
});
afterAll(() => api.close());

async function read(headers: Record<string, string> = {}) {
  const reply = await request(`${api.url}/openapi.json`, { headers });
  return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}

it('the OpenAPI document is sent once to a caller that keeps it', async () => {
  const first = await read();
  expect(first.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  expect(JSON.parse(first.text)).toMatchObject({ openapi: '3.1.1' });
  const etag = String(first.headers.etag);
  expect(await read({ 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
  expect(await read({ 'if-none-match': '"another"' })).toMatchObject({ status: 200, text: first.text });
});
