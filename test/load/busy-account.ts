import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { CONVERTER_PATHS } from '../../src/secrets/data-converter.js';
import { findDevServer } from '../../src/temporal/find/dev-server.js';
import { prepareNamespace } from '../../src/temporal/namespace.js';
import { startDevServer } from '../../src/temporal/run/dev-server.js';
import { freePort } from '../../src/temporal/run/ports.js';
import { bundleWorkflows } from '../../src/temporal/workflow-bundle.js';
import { type BusyOptions, runBusyAccount } from '../support/busy-account/run.js';
import { finderOptions } from '../support/servers/find-and-bundle.js';

/**
 * A reserved account with 70,000 reported credits of the last week and 500 webhooks that its merchant has not accepted
 * receives more, across several runs. No credit may be lost or reported twice, and the state that each run carries over
 * stays far below the two megabytes that Temporal accepts. Exits with code 1 on any difference.
 */

const startedAt = Date.now();
const say = (text: string) =>
  console.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(8)} s  ${text}`);

Runtime.install({ logger: new DefaultLogger('ERROR') });
const { command } = await findDevServer(await finderOptions());
const server = await startDevServer({
  command,
  ip: '127.0.0.1',
  port: await freePort(),
  searchAttributes: {},
});
const folder = mkdtempSync(join(tmpdir(), 'oware-load-'));

interface Part extends Pick<
  BusyOptions,
  'credits' | 'perSecond' | 'continueAsNewAfterHistoryEvents' | 'isWorkerAway'
> {
  readonly title: string;
  readonly budgetBytes: number;
}

const PARTS: readonly Part[] = [
  {
    title: '2,000 credits at 40 a second',
    credits: 2_000,
    perSecond: 40,
    continueAsNewAfterHistoryEvents: 2_000,
    budgetBytes: 800_000,
  },
  {
    title: '1,500 credits while no worker runs, and then all at once',
    credits: 1_500,
    perSecond: 1_000,
    continueAsNewAfterHistoryEvents: 200,
    isWorkerAway: true,
    budgetBytes: 1_200_000,
  },
];

async function run({ title, budgetBytes, ...part }: Part, codePath: string): Promise<boolean> {
  say(`7 days of 10,000 reported credits, 500 webhooks undelivered; ${title}`);
  const { runs, creditWebhooks, missed, gatewayReads, repeats, differences } = await runBusyAccount({
    ...part,
    address: server.address,
    workflowBundle: { codePath },
    reportedPerDay: 10_000,
    undelivered: 500,
    senders: 10,
    limitMs: 5 * 60_000,
  });
  for (const [index, { carriedBytes, historyEvents, status, failedTasks }] of runs.entries()) {
    const failed = failedTasks.length === 0 ? '' : `, tasks retried: ${failedTasks.length}`;
    say(
      `run ${index + 1}: started with ${carriedBytes.toLocaleString('en')} bytes, ` +
        `${historyEvents.toLocaleString('en')} history events, ${status}${failed}`,
    );
  }
  say(`webhooks: ${creditWebhooks} of one credit each, ${missed} credits counted as missed`);
  say(`gateway reads: ${gatewayReads}, events that the gateway had to repeat: ${repeats}`);
  const found = [
    ...differences,
    ...(runs.length > 2 ? [] : [`${runs.length} runs, expected several`]),
    ...runs
      .filter(({ carriedBytes }) => carriedBytes >= budgetBytes)
      .map(({ carriedBytes }) => `${carriedBytes} bytes carried, at most ${budgetBytes} expected`),
  ];
  for (const difference of found) say(`DIFFERENCE: ${difference}`);
  return found.length === 0;
}

async function runAll(): Promise<boolean> {
  const connection = await Connection.connect({ address: server.address });
  await prepareNamespace(connection, { namespace: 'default', retentionDays: 1 });
  await connection.close();
  const codePath = join(folder, 'workflow-bundle.js');
  writeFileSync(codePath, await bundleWorkflows({ ...CONVERTER_PATHS, logger: new DefaultLogger('ERROR') }));
  let isRight = true;
  for (const part of PARTS) isRight = (await run(part, codePath)) && isRight;
  return isRight;
}

const isRight = await runAll().finally(async () => {
  await server.stop(5_000);
  rmSync(folder, { recursive: true, force: true });
});
say(isRight ? 'no difference' : 'DIFFERENCES found');
process.exit(isRight ? 0 : 1);
