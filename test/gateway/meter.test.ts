import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { createGatewayMeter } from '../../src/gateway/http/meter.js';
import { PAID } from '../fixtures/gateway/records.js';
import { CASES } from './contract/cases.js';
import { connect, ok, startLoopback } from './loopback.js';
import { recordingLog } from './recording-log.js';

const ASKED = { transactionReference: 'MNFY|1' };

async function connected(replies: unknown, paths = {}) {
  const gateway = await startLoopback(() => ok(replies));
  const meter = createGatewayMeter();
  const log = recordingLog();
  const open = () => connect(gateway.url, { meter, log, paths });
  return { open, meter, log };
}

test('drift is logged once per process, endpoint and field, and counted for each reply', async () => {
  const { open, meter, log } = await connected({ ...PAID, loyaltyPoints: 7, paidOn: 1 });
  for (const client of [open(), open()]) {
    await client.call(ENDPOINTS.getTransaction, ASKED);
    await client.call(ENDPOINTS.queryTransaction, ASKED);
  }
  expect(log.warnings).toMatchObject([
    { endpoint: 'getTransaction', drift: ['paidOn=[number]', 'loyaltyPoints'] },
    { endpoint: 'queryTransaction', drift: ['paidOn=[number]', 'loyaltyPoints'] },
  ]);
  const { drift } = await meter.report();
  expect(drift).toContainEqual({ endpoint: 'getTransaction', field: 'paidOn=[number]', replies: 2 });
  expect(await meter.registry.metrics()).toContain(
    'oware_gateway_drift_total{endpoint="queryTransaction",field="loyaltyPoints"} 2',
  );
});

test('a gateway with unlimited new names does not fill the metrics', async () => {
  const invented = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`field${n}`, n]));
  const { open, meter } = await connected({ ...PAID, ...invented });
  await open().call(ENDPOINTS.getTransaction, ASKED);
  const { drift } = await meter.report();
  expect(drift).toHaveLength(501);
  expect(drift.at(-1)).toEqual({ endpoint: 'getTransaction', field: '[other fields]', replies: 100 });
});

test('calls to version 1 are counted by endpoint, including the login, and calls to version 2 are not', async () => {
  const { open, meter } = await connected(PAID);
  const client = open();
  await client.call(ENDPOINTS.getTransaction, ASKED);
  await client.call(ENDPOINTS.chargeCardToken, CASES.chargeCardToken.request);
  await client.call(ENDPOINTS.chargeCardToken, CASES.chargeCardToken.request);
  expect((await meter.report()).retiringCalls).toEqual([
    { endpoint: 'login', calls: 1 },
    { endpoint: 'chargeCardToken', calls: 2 },
  ]);
  expect(await meter.registry.metrics()).toContain(
    'oware_gateway_retiring_calls_total{endpoint="chargeCardToken"} 2',
  );
});

test('an endpoint that a deployment moved to version 2 is not counted as retiring', async () => {
  const { open, meter } = await connected(PAID, {
    chargeCardToken: '/api/v2/merchant/cards/charge-card-token',
  });
  await open().call(ENDPOINTS.chargeCardToken, CASES.chargeCardToken.request);
  expect((await meter.report()).retiringCalls).toEqual([{ endpoint: 'login', calls: 1 }]);
});

test('calls are measured by endpoint and outcome', async () => {
  const gateway = await startLoopback(({ url }) => (url.includes('MNFY%7C2') ? { status: 500 } : ok(PAID)));
  const meter = createGatewayMeter();
  const client = connect(gateway.url, { meter });
  await client.call(ENDPOINTS.getTransaction, ASKED);
  await client.call(ENDPOINTS.getTransaction, { transactionReference: 'MNFY|2' }).catch(() => undefined);
  const text = await meter.registry.metrics();
  const count = (outcome: string) =>
    `oware_gateway_call_seconds_count{endpoint="getTransaction",outcome="${outcome}"} 1`;
  expect(text).toContain(count('ok'));
  expect(text).toContain(count('unreachable'));
});
