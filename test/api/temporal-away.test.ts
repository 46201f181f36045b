import { Client, Connection } from '@temporalio/client';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from '../../src/api/app.js';
import { hashKey } from '../../src/api/bearer.js';
import { serve, type Serving } from '../../src/cli/serve.js';
import { createOwareClient } from '../../src/client/client.js';
import { SPECIFIED_EVENTS } from '../../src/gateway/events.js';
import { signEvent } from '../../src/gateway/signature.js';
import { freePort } from '../../src/temporal/run/ports.js';
import { SILENT } from '../support/api/serve-api.js';

let api: Serving;
let connection: Connection;
beforeAll(async () => {
  connection = Connection.lazy({ address: `127.0.0.1:${await freePort()}` });
  const client = new Client({ connection });
  const app = createApi({
    oware: createOwareClient({ client, taskQueue: 'none', timeoutMs: 300 }),
    keys: () => [{ name: 'tests', sha256: hashKey('key') }],
    webhook: { secrets: ['secret'], profile: SPECIFIED_EVENTS },
    gatewayMode: 'live',
    isReady: async () => {
      await client.withDeadline(Date.now() + 300, () => connection.workflowService.getSystemInfo({}));
    },
    log: SILENT,
  });
  api = await serve(app, '127.0.0.1', 0);
});
afterAll(async () => {
  await api.close();
  await connection.close();
});

const authorization = 'Bearer key';

async function answer(path: string, options: object) {
  const reply = await request(`${api.url}${path}`, options);
  return { status: reply.statusCode, ...((await reply.body.json()) as { type: string }) };
}

const UNAVAILABLE = {
  status: 503,
  type: '/problems/unavailable',
  moneyMoved: 'unknown',
  retry: 'same-reference',
};

it('a create may be repeated under the same reference', async () => {
  const body = JSON.stringify({
    reference: 'order-1',
    amount: '2500.00',
    customer: { email: 'ada@example.com' },
  });
  const headers = { authorization, 'content-type': 'application/json' };
  expect(await answer('/v1/checkouts', { method: 'POST', headers, body })).toMatchObject(UNAVAILABLE);
});

it('a read is answered "unavailable", not "not found"', async () => {
  expect(await answer('/v1/checkouts/order-1', { headers: { authorization } })).toMatchObject(UNAVAILABLE);
});

it('an event is not acknowledged, so that the gateway sends it again', async () => {
  const eventData = {
    transactionReference: 'T1',
    paymentReference: 'order-1',
    amountPaid: 2500,
    currency: 'NGN',
    paymentStatus: 'PAID',
  };
  const body = JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData });
  const headers = { 'service-signature': signEvent(body, 'secret') };
  expect(await answer('/webhooks/gateway', { method: 'POST', headers, body })).toMatchObject(UNAVAILABLE);
});

it('the API is alive, and says that it is not ready', async () => {
  expect(await answer('/health', {})).toMatchObject({ status: 'up', gatewayMode: 'live' });
  expect(await answer('/ready', {})).toMatchObject({ status: 503 });
});
