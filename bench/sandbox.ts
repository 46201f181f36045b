import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { Pool } from 'undici';
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.js';

/**
 * How much slower the sandbox is than express itself: requests per second as a ratio to a bare JSON route, in
 * turns within one run, with the load from a separate process. Also what a transaction costs in memory.
 */
const GOALS = { status: 0.5, init: 0.35, bytesPerTransaction: 4_096 } as const;
const ROUNDS = 7;
const ROUND_MS = 1_000;
const CONNECTIONS = 16;
const TRANSACTIONS = 100_000;

interface Load {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Sent as JSON; a # in it becomes a number that is new each time. */
  readonly body?: string;
  readonly forMs?: number;
  readonly requests?: number;
}

/** In the child: sends as fast as answers arrive, until the deadline or the count. */
async function generate(
  { url, method, path, headers, body, forMs, requests }: Load,
  first: number,
): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const until = performance.now() + (forMs ?? Infinity);
  let sent = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < until && sent < (requests ?? Infinity)) {
      const serial = String(first + sent++);
      const response = await pool.request({
        method,
        path,
        headers,
        ...(body !== undefined && { body: body.replace('#', serial) }),
      });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await pool.close();
  return sent;
}

function serveLoads(): void {
  let first = 0;
  process.on('message', (load: Load) => {
    generate(load, first).then(
      (sent) => {
        first += sent;
        process.send?.(sent);
      },
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

function startGenerator() {
  const child = fork(fileURLToPath(import.meta.url), ['generator']);
  return {
    async run(load: Load): Promise<number> {
      child.send(load);
      const gone = once(child, 'exit').then(() => Promise.reject(new Error('the load generator has died')));
      const [sent] = (await Promise.race([once(child, 'message'), gone])) as [number];
      return sent;
    },
    stop: () => child.disconnect(),
  };
}

async function startBare(record: object): Promise<{ url: string; close: () => void }> {
  const app = express();
  app.use(express.json());
  app.get('/bare', (_request, response) => response.json(record));
  app.post('/bare', (_request, response) => response.json(record));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function prepare(sandbox: Sandbox, url: string) {
  const { apiKey, secretKey, contractCode } = sandbox.merchants.first();
  const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  });
  const { responseBody } = (await login.json()) as { responseBody: { accessToken: string } };
  const headers = { authorization: `Bearer ${responseBody.accessToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    amount: 4000,
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    paymentReference: 'order-#',
    paymentDescription: 'Two calabashes',
    currencyCode: 'NGN',
    contractCode,
  });
  return { headers, body };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const rounded = (value: number): number => Math.round(value * 100) / 100;

async function measureSpeed() {
  const sandbox = createSandbox();
  const { url } = await sandbox.listen();
  const { headers, body } = await prepare(sandbox, url);
  const init = '/api/v1/merchant/transactions/init-transaction';
  const made = await fetch(url + init, { method: 'POST', headers, body: body.replace('#', 'x') });
  const { responseBody } = (await made.json()) as { responseBody: { transactionReference: string } };
  const path = `/api/v2/transactions/${encodeURIComponent(responseBody.transactionReference)}`;
  const record = (await (await fetch(url + path, { headers })).json()) as object;
  const bare = await startBare(record);
  const loads: Record<string, Load> = {
    bareGet: { url: bare.url, method: 'GET', path: '/bare', headers },
    status: { url, method: 'GET', path, headers },
    barePost: { url: bare.url, method: 'POST', path: '/bare', headers, body },
    init: { url, method: 'POST', path: init, headers, body },
  };
  const generator = startGenerator();
  const rates: Record<string, number[]> = {};
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, load] of Object.entries(loads)) {
      const sent = await generator.run({ ...load, forMs: ROUND_MS });
      if (round >= 0) (rates[name] ??= []).push((sent * 1_000) / ROUND_MS);
    }
  }
  generator.stop();
  bare.close();
  await sandbox.close();
  const rate = (name: string): number => median(rates[name] ?? []);
  return {
    perSecond: Object.fromEntries(Object.keys(loads).map((name) => [name, Math.round(rate(name))])),
    status: rounded(rate('status') / rate('bareGet')),
    init: rounded(rate('init') / rate('barePost')),
  };
}

async function measureMemory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return getHeapStatistics().used_heap_size;
  };
  const sandbox = createSandbox();
  const { url } = await sandbox.listen();
  const { headers, body } = await prepare(sandbox, url);
  const path = '/api/v1/merchant/transactions/init-transaction';
  const generator = startGenerator();
  await generator.run({ url, method: 'POST', path, headers, body, requests: 1_000 });
  const before = used();
  await generator.run({ url, method: 'POST', path, headers, body, requests: TRANSACTIONS });
  const bytes = (used() - before) / TRANSACTIONS;
  generator.stop();
  await sandbox.close();
  return Math.round(bytes);
}

async function main(): Promise<void> {
  const speed = await measureSpeed();
  const result = { ...speed, bytesPerTransaction: await measureMemory(), goals: GOALS };
  console.log(
    process.argv.includes('--json')
      ? JSON.stringify(result)
      : `status ${result.status} and init ${result.init} of a bare express route (goals ${GOALS.status}, ${GOALS.init}); ` +
          `${result.bytesPerTransaction} bytes per transaction (goal under ${GOALS.bytesPerTransaction})`,
  );
  const isMet =
    result.status >= GOALS.status &&
    result.init >= GOALS.init &&
    result.bytesPerTransaction < GOALS.bytesPerTransaction;
  if (!isMet) process.exitCode = 1;
}

if (process.argv[2] === 'generator') serveLoads();
else await main();
