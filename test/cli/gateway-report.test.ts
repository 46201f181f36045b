import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { driftCommand } from '../../src/cli/commands/drift.js';
import { endpointsCommand } from '../../src/cli/commands/endpoints.js';
import { serve } from '../../src/cli/serve.js';
import { workerHealth } from '../../src/cli/worker-health.js';
import { workerHttp } from '../../src/cli/worker-http.js';
import { createGatewayMeter, type GatewayMeter } from '../../src/gateway/http/meter.js';

let meter: GatewayMeter;

beforeEach(() => {
  meter = createGatewayMeter();
});

async function startWorker(states: readonly string[] = ['RUNNING']): Promise<string> {
  const temporal = { check: () => Promise.resolve(true), last: () => true };
  const health = workerHealth({ states: () => states, temporal });
  const { url, close } = await serve(
    workerHttp({ meter, registry: meter.registry, updateFigures: () => Promise.resolve(), health }),
    '127.0.0.1',
    0,
  );
  onTestFinished(close);
  return url;
}

async function printed(command: () => void | Promise<void>): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await command();
    return log.mock.calls.flat().join('\n');
  } finally {
    log.mockRestore();
  }
}

const drift = (options: object) => printed(() => driftCommand.handler({ json: false, ...options } as never));
const retiring = (options: object) =>
  printed(() => endpointsCommand.handler({ json: false, retiring: true, ...options } as never));

test('oware drift lists the drift that a running worker has counted, by endpoint and field', async () => {
  meter.countDrift('getTransaction', 'cardDetails.last4=[number]');
  meter.countDrift('getTransaction', 'cardDetails.last4=[number]');
  const worker = await startWorker();
  expect(await drift({ worker })).toMatch(/getTransaction.*cardDetails\.last4=\[number\].*2/);
  expect(JSON.parse(await drift({ worker, json: true }))).toEqual([
    { endpoint: 'getTransaction', field: 'cardDetails.last4=[number]', replies: 2 },
  ]);
});

test('oware drift reports no drift, and names a worker that does not respond', async () => {
  expect(await drift({ worker: await startWorker() })).toContain('No drift');
  await expect(drift({ worker: 'http://127.0.0.1:1' })).rejects.toThrow(
    'No worker responds at http://127.0.0.1:1',
  );
});

test('oware endpoints --retiring lists paths, dates, replacements and the calls by a worker', async () => {
  meter.countRetiringCall('initTransaction');
  const rows = JSON.parse(await retiring({ worker: await startWorker(), json: true })) as object[];
  expect(rows).toContainEqual({
    endpoint: 'initTransaction',
    method: 'POST',
    path: '/api/v1/merchant/transactions/init-transaction',
    retires: '2026-05-01',
    replacement: null,
    calls: 1,
  });
  expect(rows).toContainEqual(expect.objectContaining({ endpoint: 'createInvoice', calls: 0 }));
});

test('oware endpoints --retiring works without a worker', async () => {
  vi.stubEnv('OWARE_WORKER_PORT', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await retiring({})).toContain('No worker responds, so the calls are unknown');
});

test('a worker serves its metrics, and its health on every other path', async () => {
  meter.countRetiringCall('login');
  const up = await startWorker();
  expect(await (await fetch(`${up}/metrics`)).text()).toContain('oware_gateway_retiring_calls_total');
  expect((await fetch(`${up}/health`)).status).toBe(200);
  expect((await fetch(await startWorker(['RUNNING', 'DRAINING']))).status).toBe(503);
});
