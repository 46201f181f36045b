import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { request } from 'undici';
import { createCaller } from '../src/cli/demo/http.js';
import { freePort } from '../src/temporal/run/ports.js';
import { rowsToPeople } from '../test/support/lifecycles/batch-rows.js';
import { startBenchServer } from './bench-server.js';
import { countStarts, signalStoredAt } from './beside-batch/histories.js';
import { coresDuring, showCores } from './beside-batch/machine.js';
import { type Sale, sellAtRate } from './beside-batch/open-loop.js';
import { report, type Told } from './beside-batch/report.js';
import { startMerchant } from './checkout/merchant.js';
import { startTree, type Tree } from './checkout/tree.js';
import { countOption } from './count-option.js';

/**
 * How long checkouts take at a fixed rate, alone and beside a large batch: from the payment to the signal in Temporal, which
 * is the time of the gateway's queue and of the api, and from there to the webhook. The last column has those that
 * started while events about rows arrived. Linux only.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    'per-second': { type: 'string', default: '4' },
    alone: { type: 'string', default: '30' },
    limit: { type: 'string', default: '240' },
    'one-queue': { type: 'boolean', default: false },
  },
});
const rows = countOption('rows', values.rows);
const perSecond = countOption('per-second', values['per-second']);
const aloneMs = countOption('alone', values.alone) * 1_000;
const limitMs = countOption('limit', values.limit) * 1_000;

const WARM_MS = 5_000;
const LAST_WEBHOOKS_MS = 60_000;
const BETWEEN_LOOKS_MS = 500;
/** The sum needs no approval, and the sandbox answers name enquiries at once. The grace period is the default. */
const SETTINGS = { OWARE_APPROVAL_ABOVE_KOBO: '100000000000', OWARE_NAME_ENQUIRIES_PER_SECOND: '1000' };

const { environment, server, serverVersion } = await startBenchServer();
const home = mkdtempSync(join(tmpdir(), 'oware-bench-'));
const connection = await Connection.connect({ address: server.address });
const merchant = await startMerchant();
const metricsPort = await freePort();
let tree: Tree | undefined;

/** Events that Temporal has stored. */
async function storedEvents(): Promise<number> {
  const text = await (await request(`http://127.0.0.1:${metricsPort}/metrics`)).body.text();
  const counted = text.matchAll(/^oware_gateway_events_total\{result="(?:accepted|repeated)"\} (\d+)/gm);
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function untilTold(sales: readonly Sale[]): Promise<void> {
  const deadline = Date.now() + LAST_WEBHOOKS_MS;
  const isMissing = ({ reference, failure }: Sale) =>
    failure === undefined && merchant.paidAt(reference) === undefined;
  while (sales.some(isMissing) && Date.now() < deadline) await pause(BETWEEN_LOOKS_MS);
}

async function withTimes(client: Client, sales: readonly Sale[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const sale of sales) {
    const signalAt = await signalStoredAt(client, sale.reference).catch(() => undefined);
    told.push({ ...sale, signalAt, webhookAt: merchant.paidAt(sale.reference) });
  }
  return told;
}

/** Enough money, no OTP, and the queue of events that is asked for. */
async function prepareAccount(sandboxUrl: string): Promise<void> {
  const control = createCaller(sandboxUrl);
  const [account] = (await control('GET', '/sandbox/merchants')) as unknown as { readonly id: string }[];
  const path = `/sandbox/merchants/${account?.id}`;
  await control('POST', `${path}/wallet`, { balance: '900000000.00' });
  await control('PATCH', path, { switches: { otpOn: false, oneEventQueue: values['one-queue'] } });
}

/** Sells while a batch is paid, until Temporal has stored an event about each row; says when those events came. */
async function sellBesideBatch(on: Tree) {
  const before = await storedEvents();
  const startedAt = Date.now();
  const storm = { from: Infinity, to: Infinity };
  const state = { isOver: false };
  const selling = sellAtRate(on, { perSecond, name: 'beside', isOver: () => state.isOver });
  const batch = { reference: 'bench', title: 'Salaries', narration: 'Salary March' };
  const input = { ...batch, onValidationFailure: 'CONTINUE', rows: rowsToPeople(rows, 0) };
  const api = createCaller(on.api.url, `Bearer ${on.api.key}`);
  try {
    await api('POST', '/v1/batches', input);
    let last = before;
    while (storm.to === Infinity && Date.now() - startedAt < limitMs) {
      await pause(BETWEEN_LOOKS_MS);
      const now = await storedEvents();
      // the events of checkouts alone are a few between two looks
      const isStorm = now - last > perSecond * 5;
      if (isStorm) storm.from = Math.min(storm.from, Date.now() - BETWEEN_LOOKS_MS);
      else if (now - before > rows) storm.to = Date.now();
      last = now;
    }
  } finally {
    state.isOver = true;
  }
  return { sales: await selling, storm, ms: Date.now() - startedAt };
}

async function run(): Promise<void> {
  tree = await startTree({
    name: 'current',
    folder: resolve(import.meta.dirname, '..'),
    home,
    temporalAddress: server.address,
    webhookUrl: merchant.url,
    environment,
    settings: { ...SETTINGS, OWARE_METRICS_PORT: String(metricsPort) },
  });
  const on = tree;
  const client = new Client({ connection, namespace: on.namespace });
  const pids = () => ({ ...on.pids(), server: server.pid });
  await prepareAccount(on.sandboxUrl);
  const sellFor = async (name: string, ms: number) => {
    const end = Date.now() + ms;
    const sales = await sellAtRate(on, { perSecond, name, isOver: () => Date.now() >= end });
    await untilTold(sales);
    return sales;
  };
  await sellFor('warm', WARM_MS);

  let alone: readonly Sale[] = [];
  const coresAlone = await coresDuring(pids, async () => {
    alone = await sellFor('alone', aloneMs);
  });
  console.log(`alone: ${showCores(coresAlone)}`);

  let beside: Awaited<ReturnType<typeof sellBesideBatch>> | undefined;
  const coresBeside = await coresDuring(pids, async () => {
    beside = await sellBesideBatch(on);
  });
  if (!beside) return;
  const { sales, storm, ms } = beside;
  console.log(`beside: ${showCores(coresBeside)}`);
  await untilTold(sales);
  const told = await withTimes(client, sales);
  const phases = {
    alone: await withTimes(client, alone),
    beside: told,
    'while row events arrive': told.filter(
      ({ startedAt }) => startedAt >= storm.from && startedAt <= storm.to,
    ),
  };
  const starts = Object.entries(await countStarts(client)).map(([cause, count]) => `${count} by ${cause}`);
  const given = process.argv.slice(2);
  console.log(
    `\nnpm run ${['bench:beside-batch', ...(given.length > 0 ? ['--', ...given] : [])].join(' ')}\n` +
      `Temporal server ${serverVersion}; ${perSecond} checkouts a second beside a batch of ${rows} rows\n` +
      `${report(phases)}\n` +
      `events about rows: ${showStorm(storm)}; batch posted ${seconds(ms)} before the end; ` +
      `runs of the batch and its parts: ${starts.join(', ')}`,
  );
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;

function showStorm({ from, to }: { readonly from: number; readonly to: number }): string {
  if (from === Infinity) return 'none came';
  return to === Infinity ? `not all in after ${values.limit} s` : `all in within ${seconds(to - from)}`;
}

try {
  await run();
} finally {
  await tree?.stop();
  await merchant.close();
  await connection.close();
  await server.stop(5_000);
  rmSync(home, { recursive: true, force: true });
}
