import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client';
import { request } from 'undici';
import { spawnGuarded } from '../src/temporal/run/guard.js';
import type { HandWrittenOptions } from './api/worker.js';
import { startBenchServer } from './bench-server.js';
import { median } from './checkout/report.js';
import { startMerchant } from './checkout/merchant.js';
import { startTree } from './checkout/tree.js';
import { countOption } from './count-option.js';
import { measurePairs, ratioOf } from './pairs.js';

/**
 * What `POST /v1/checkouts` adds to the least that a durable checkout can cost: an update-with-start whose workflow calls
 * the gateway in one activity. Both run on one server against one sandbox, in turns; each reply is awaited before the
 * next request.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, requests: { type: 'string', default: '40' } },
});
const rounds = countOption('rounds', values.rounds);
const requests = countOption('requests', values.requests);
const TASK_QUEUE = 'hand-written';

const { environment, server, serverVersion } = await startBenchServer();
const home = mkdtempSync(join(tmpdir(), 'oware-bench-'));
const merchant = await startMerchant();
const folder = resolve(import.meta.dirname, '..');
const common = { temporalAddress: server.address, webhookUrl: merchant.url, environment };
const tree = await startTree({ name: 'current', folder, home, ...common });
const connection = await Connection.connect({ address: server.address });
const client = new Client({ connection, namespace: tree.namespace });

interface MerchantAccount {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly contractCode: string;
}

async function startHandWritten() {
  const [account] = (await (
    await request(`${tree.sandboxUrl}/sandbox/merchants`)
  ).body.json()) as MerchantAccount[];
  if (!account) throw new Error('the sandbox has no merchant');
  const { apiKey, secretKey, contractCode } = account;
  const options: HandWrittenOptions = {
    address: server.address,
    namespace: tree.namespace,
    taskQueue: TASK_QUEUE,
    gateway: { baseUrl: tree.sandboxUrl, apiKey, secretKey, contractCode },
  };
  const file = fileURLToPath(new URL('./api/worker.ts', import.meta.url));
  return new Promise<ReturnType<typeof spawnGuarded>>((ready, reject) => {
    const lines: string[] = [];
    const worker = spawnGuarded(process.execPath, ['--import', 'tsx', file, JSON.stringify(options)], {
      cwd: folder,
      env: environment,
      onLine: (line) => {
        lines.push(line);
        if (line === 'ready') ready(worker);
      },
    });
    worker.exited.then(() => reject(new Error(`the worker ended:\n${lines.join('\n')}`)), reject);
  });
}

let serial = 0;

async function createCheckout(): Promise<void> {
  const body = {
    reference: `ours-${(serial += 1)}`,
    amount: '2500.00',
    customer: { email: 'ada@example.com' },
  };
  const reply = await request(`${tree.api.url}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tree.api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.body.text();
  if (reply.statusCode !== 201) throw new Error(`POST /v1/checkouts answered ${reply.statusCode}: ${text}`);
}

async function updateWithStart(): Promise<void> {
  const reference = `hand-written-${(serial += 1)}`;
  const startWorkflowOperation = new WithStartWorkflowOperation('handWritten', {
    workflowId: reference,
    taskQueue: TASK_QUEUE,
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  await client.workflow.executeUpdateWithStart('open', { args: [reference], startWorkflowOperation });
}

/** The median of one round, in ms. */
const medianOf = (work: () => Promise<void>) => async () => {
  const times: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
};

let worker: Awaited<ReturnType<typeof startHandWritten>> | undefined;
try {
  worker = await startHandWritten();
  const { ours, theirs } = await measurePairs(rounds, medianOf(createCheckout), medianOf(updateWithStart));
  console.log(`Temporal server ${serverVersion}; medians of ${rounds} rounds of ${requests} requests each`);
  console.log(`POST /v1/checkouts         ${median(ours).toFixed(1)} ms`);
  console.log(`update-with-start          ${median(theirs).toFixed(1)} ms`);
  console.log(`ratio [lowest-highest]     ${ratioOf(ours, theirs)}; the goal is at most 1.3`);
} finally {
  await worker?.stop(5_000);
  await tree.stop();
  await merchant.close();
  await connection.close();
  await server.stop(5_000);
  rmSync(home, { recursive: true, force: true });
}
