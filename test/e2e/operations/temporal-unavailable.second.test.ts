import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signEvent } from '../../../src/gateway/signature.js';
import { findDevServer } from '../../../src/temporal/find/dev-server.js';
import { type RunningDevServer, startDevServer } from '../../../src/temporal/run/dev-server.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { type ApiProcess, startApi } from '../../support/processes/api-process.js';
import { type OwareProcess, startOware } from '../../support/processes/oware-process.js';
import { finderOptions } from '../../support/servers/find-and-bundle.js';
import { waitUntil } from '../../support/wait-until.js';

const SECRET = 'a secret of the gateway, for tests';

let temporal: RunningDevServer;
let api: ApiProcess;
let worker: OwareProcess;
let workerUrl: string;
beforeAll(async () => {
  const { command } = await findDevServer(await finderOptions());
  const port = await freePort();
  temporal = await startDevServer({ command, ip: '127.0.0.1', port, searchAttributes: {} });
  const settings = {
    TEMPORAL_ADDRESS: temporal.address,
    OWARE_GATEWAY_SECRET_KEY: SECRET,
  };
  api = await startApi(settings);
  const workerPort = await freePort();
  workerUrl = `http://127.0.0.1:${workerPort}`;
  worker = startOware(['worker'], {
    env: {
      ...settings,
      OWARE_WORKER_PORT: String(workerPort),
      OWARE_GATEWAY_API_KEY: 'MK_TEST_ABCDEFGHIJ',
      OWARE_GATEWAY_CONTRACT: '1234567890',
    },
  });
  await worker.says('worker is ready');
});
afterAll(async () => {
  await api.kill('SIGKILL');
  await worker.kill('SIGKILL');
  await temporal.stop(0);
});

async function statusOf(url: string): Promise<number> {
  const reply = await request(url, { headers: { authorization: `Bearer ${api.key}` } });
  await reply.body.dump();
  return reply.statusCode;
}

it('api and worker are alive and not ready while Temporal is unavailable, and a read is answered 503', async () => {
  expect(await statusOf(`${api.url}/ready`)).toBe(200);
  await waitUntil('the worker', async () => (await statusOf(`${workerUrl}/ready`)) === 200);
  expect(await statusOf(`${api.url}/v1/checkouts/order-1`)).toBe(404);

  await temporal.stop(0);
  for (const url of [api.url, workerUrl]) {
    await waitUntil(`${url} not ready`, async () => (await statusOf(`${url}/ready`)) === 503);
    expect(await statusOf(`${url}/health`)).toBe(200);
  }
  // a caller with a timeout of two seconds gets this answer instead of its own error
  const reply = await request(`${api.url}/v1/checkouts/order-1`, {
    headers: { authorization: `Bearer ${api.key}` },
    headersTimeout: 2_000,
  });
  expect(reply.statusCode).toBe(503);
  expect(await reply.body.json()).toMatchObject({ type: '/problems/unavailable' });
});

it('an event is refused before the gateway gives up, so that it is sent again', async () => {
  await temporal.stop(0);
  const body = JSON.stringify({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      product: { type: 'WEB_SDK', reference: 'order-1' },
      transactionReference: 'MNFY|1',
      paymentReference: 'order-1',
      paymentStatus: 'PAID',
    },
  });
  const reply = await request(`${api.url}/webhooks/gateway`, {
    method: 'POST',
    headers: { 'service-signature': signEvent(body, SECRET), 'content-type': 'application/json' },
    body,
    // the native connection alone would repeat the signal for ten seconds
    headersTimeout: 8_000,
  });
  expect(reply.statusCode).toBe(503);
  expect(await reply.body.json()).toMatchObject({ type: '/problems/unavailable' });
});
