import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signEvent } from '../../../src/gateway/signature.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { type ApiProcess, startApi } from '../../support/processes/api-process.js';
import type { OwareProcess } from '../../support/processes/oware-process.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let worker: OwareProcess;
let api: ApiProcess;
const ports = { worker: 0, api: 0, temporal: 0 };

beforeAll(async () => {
  world = await createWorld({ withWorker: false });
  ports.worker = await freePort();
  ports.api = await freePort();
  ports.temporal = await freePort();
  worker = await startWorker(world, {
    OWARE_WORKER_PORT: String(ports.worker),
    OWARE_TEMPORAL_METRICS_PORT: String(ports.temporal),
    OWARE_POLICY_OVERPAID: 'hold',
  });
  api = await startApi({
    TEMPORAL_ADDRESS: world.address,
    OWARE_TASK_QUEUE: world.taskQueue,
    OWARE_METRICS_PORT: String(ports.api),
    OWARE_GATEWAY_SECRET_KEY: world.account.secretKey,
  });
});
afterAll(async () => {
  await api.kill('SIGTERM');
  await worker.kill('SIGTERM');
  await world.close();
});

async function scrape(port: number): Promise<string> {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}/metrics`);
  expect(statusCode).toBe(200);
  return body.text();
}

async function post(path: string, body: string, headers: Record<string, string>) {
  const reply = await request(`${api.url}${path}`, { method: 'POST', headers, body });
  return { status: reply.statusCode, text: await reply.body.text() };
}

async function sendEvent(body: string, secret = world.account.secretKey): Promise<number> {
  return (await post('/webhooks/gateway', body, { 'service-signature': signEvent(body, secret) })).status;
}

it('after a payment and an overpayment, Prometheus reads the figures of both processes', async () => {
  const checkouts = createCheckouts(world, 'measured');
  const [paid, overpaid] = [checkouts.newReference(), checkouts.newReference()];
  for (const reference of [paid, overpaid]) {
    const terms = { reference, amount: '2500.00', customer: { email: 'ada@example.com' } };
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
    expect((await post('/v1/checkouts', JSON.stringify(terms), headers)).status).toBe(201);
  }
  await world.pay(await checkouts.virtualAccount(paid), '2500.00');
  await world.pay(await checkouts.virtualAccount(overpaid), '3000.00');
  await world.merchant.receives(paid, 'checkout.paid');
  await world.closed(checkouts.id(paid));
  await waitUntil('the overpayment in the list', async () => {
    const { rows } = await world.oware.list({ review: 'overpaid' });
    return rows.some(({ reference }) => reference === overpaid);
  });
  const { body } = await waitUntil('the event', () => world.deliveryOf(paid));
  expect([await sendEvent(body), await sendEvent(body, 'another secret')]).toEqual([200, 401]);

  const ofWorker = await scrape(ports.worker);
  expect(ofWorker).toContain('oware_time_to_confirm_seconds_count{lifecycle="checkout"} 2');
  expect(ofWorker).toContain('oware_transitions_total{lifecycle="checkout",state="PAID"} 1');
  expect(ofWorker).toContain('oware_reviews{kind="overpaid"} 1');
  expect(ofWorker).toContain('oware_at_risk_kobo{lifecycle="checkout"} 50000');
  expect(ofWorker).toMatch(/oware_webhook_attempts_total\{lifecycle="checkout",result="delivered"\} [1-9]/);
  expect(ofWorker).toContain('oware_gateway_call_seconds_count{endpoint="initTransaction",outcome="ok"} 2');

  const ofApi = await scrape(ports.api);
  expect(ofApi).toContain(
    'oware_api_request_seconds_count{method="POST",route="/v1/checkouts/",status="201"} 2',
  );
  expect(ofApi).toContain('oware_gateway_events_total{result="repeated"} 1');
  expect(ofApi).toContain('oware_gateway_events_total{result="bad-signature"} 1');
  expect(ofApi).toContain('oware_gateway_event_lag_seconds_count{event="collection"} 1');

  expect(await scrape(ports.temporal)).toContain('temporal_');
  for (const text of [ofWorker, ofApi]) {
    for (const secret of [paid, overpaid, 'ada@example.com']) expect(text).not.toContain(secret);
  }
});
