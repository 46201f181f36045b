import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { createOwareClient, UnavailableError } from '../../../src/client/client.js';
import { readConfig, toSettings } from '../../../src/config/config.js';
import type { Credit } from '../../../src/domain/reserved-account/credit.js';
import type { MerchantWebhook } from '../../../src/domain/lifecycle/webhook.js';
import type { ReservedAccountSnapshot } from '../../../src/domain/reserved-account/reserved-account.js';
import type { Settings } from '../../../src/config/settings.js';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { createWorkers } from '../../../src/temporal/worker.js';
import { RESERVED_ACCOUNT, type ReservedAccountInput } from '../../../workflows/reserved-account/messages.js';
import { afterBusyWeek, creditsOfToday, eventOf, recordOf, type Week } from './busy-week.js';
import { compareState, compareWebhooks, countOf, missedIn } from './compare.js';
import { isMistake, type Run, runsOf } from './runs.js';

export interface BusyOptions extends Week {
  readonly address: string;
  readonly workflowBundle: { readonly codePath: string };
  readonly credits: number;
  /** How many events are under way at once, and how many come in a second. */
  readonly senders: number;
  readonly perSecond: number;
  readonly continueAsNewAfterHistoryEvents: number;
  /** All events arrive while no worker runs. */
  readonly isWorkerAway?: boolean;
  readonly limitMs: number;
}

export interface BusyFigures {
  readonly runs: readonly Run[];
  /** Webhooks about one credit each, and credits that `reserved-account.missed` counts. */
  readonly creditWebhooks: number;
  readonly missed: number;
  readonly gatewayReads: number;
  /** Events that Temporal did not accept in time, so that the gateway repeated them. */
  readonly repeats: number;
  /** What differs from the expectation. */
  readonly differences: readonly string[];
}

/**
 * Sends credits by events to an account after a busy week, across several runs, while its merchant is down at first.
 * Every tenth event arrives twice, and some of the week's events are repeated.
 */
export async function runBusyAccount(options: BusyOptions): Promise<BusyFigures> {
  const { address, workflowBundle, isWorkerAway = false, limitMs } = options;
  const reference = `busy-${randomUUID()}`;
  const taskQueue = reference;
  const workflowId = `${RESERVED_ACCOUNT.prefix}:${reference}`;
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const client = new Client({ connection, dataConverter: createDataConverter() });
  const { input, waiting, reported } = afterBusyWeek(reference, options);
  const coming = creditsOfToday(options.credits);
  const outside = createOutside(reference, coming, options);
  const workers = await createWorkers({
    connection: native,
    namespace: 'default',
    taskQueue,
    workflowBundle,
    dataConverter: createDataConverter(),
    activities: outside.activities,
    settings: outside.activities.settings,
  });
  const runWorkers = () => Promise.all(workers.map((worker) => worker.run()));
  let running = isWorkerAway ? undefined : runWorkers();
  const handle = client.workflow.getHandle(workflowId);
  try {
    await takeOver({ client, native, workflowId, taskQueue }, input);
    const events = coming.flatMap((credit, index) => [
      credit,
      ...(index % 10 === 0 ? [credit] : []),
      // of those whose amounts are still known: an older one is read, and is for a person
      ...(index % 20 === 0 ? reported.slice(-1_000 - index).slice(0, 1) : []),
    ]);
    const sender = createSender(createOwareClient({ client, taskQueue, timeoutMs: 20_000 }), reference);
    await inLanes(events, options, async (credit, index) => {
      if (index === Math.floor(events.length / 2)) outside.merchantAnswers();
      await sender.send(credit);
    });
    running ??= runWorkers();
    const { delivered } = outside;
    const deadline = Date.now() + limitMs;
    while (countOf(delivered) < waiting.length + coming.length && Date.now() < deadline) await pause(100);
    // a duplicate webhook would arrive now
    await pause(500);
    const runs = await runsOf(client, workflowId);
    const after = await handle.query<ReservedAccountSnapshot>('snapshot');
    const gatewayReads = outside.gatewayReads();
    return {
      runs,
      creditWebhooks: delivered.filter(({ type }) => type === 'reserved-account.credited').length,
      missed: missedIn(delivered).count,
      gatewayReads,
      repeats: sender.repeats(),
      differences: [
        ...compareWebhooks(delivered, [...waiting, ...coming]),
        ...compareState(after, [...reported, ...coming]),
        ...runs.flatMap(({ failedTasks }) => failedTasks.filter(isMistake)),
        ...(gatewayReads > coming.length ? [`${gatewayReads} reads for ${coming.length} credits`] : []),
      ],
    };
  } finally {
    await handle.terminate().catch(() => undefined);
    for (const worker of workers) worker.shutdown();
    await running;
    await native.close();
    await connection.close();
  }
}

/** Starts the account with the state that another run carries over. */
async function takeOver(
  { client, native, workflowId, taskQueue }: Place,
  input: ReservedAccountInput,
): Promise<void> {
  const before = `${taskQueue}-before`;
  const worker = await Worker.create({
    connection: native,
    namespace: 'default',
    taskQueue: before,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('./predecessor.ts', import.meta.url)),
      logger: new DefaultLogger('ERROR'),
    }),
  });
  const args = [RESERVED_ACCOUNT.type, taskQueue, input];
  const handle = await client.workflow.start('handOver', { workflowId, taskQueue: before, args });
  await worker.runUntil(async () => {
    const isHandedOver = async () =>
      (await client.workflow.getHandle(workflowId).describe()).runId !== handle.firstExecutionRunId;
    while (!(await isHandedOver())) await pause(20);
  });
}

interface Place {
  readonly client: Client;
  readonly native: NativeConnection;
  readonly workflowId: string;
  readonly taskQueue: string;
}

/** The gateway, which has the records of the credits, and the merchant's service. */
function createOutside(
  reference: string,
  coming: readonly Credit[],
  { continueAsNewAfterHistoryEvents }: Pick<BusyOptions, 'continueAsNewAfterHistoryEvents'>,
) {
  const records = new Map(coming.map((credit) => [credit.transactionReference, recordOf(reference, credit)]));
  const newestFirst = [...records.values()].reverse().map((row) => ({ ...row, amount: row.amountPaid }));
  const settings: Settings = {
    ...toSettings(readConfig({})),
    continueAsNewAfterHistoryEvents,
    // the merchant is available again within seconds
    webhookRetryScheduleMs: Array.from({ length: 1_000 }, () => 500),
    deliversWebhooks: true,
  };
  const delivered: MerchantWebhook[] = [];
  let isMerchantDown = true;
  let gatewayReads = 0;
  return {
    delivered: delivered as readonly MerchantWebhook[],
    gatewayReads: () => gatewayReads,
    merchantAnswers: () => void (isMerchantDown = false),
    activities: {
      settings: () => Promise.resolve(settings),
      deliverWebhook: (webhook: MerchantWebhook) => {
        if (isMerchantDown) throw ApplicationFailure.retryable('the merchant is down', 'webhook-undelivered');
        delivered.push(webhook);
      },
      getTransaction: ({ transactionReference }: { transactionReference: string }) => {
        gatewayReads += 1;
        const body = records.get(transactionReference);
        if (!body) throw ApplicationFailure.nonRetryable('an older credit', 'rejected-request');
        return { kind: 'ok', body };
      },
      listReservedAccountTransactions: ({ page, size }: { page: number; size: number }) => ({
        kind: 'ok',
        body: { content: newestFirst.slice(page * size, (page + 1) * size) },
      }),
    },
  };
}

/** Sends events as the gateway does: it repeats what was not accepted. */
function createSender(oware: ReturnType<typeof createOwareClient>, reference: string) {
  let repeats = 0;
  return {
    repeats: () => repeats,
    async send(credit: Credit): Promise<void> {
      for (;;) {
        try {
          await oware.deliverEvent({ lifecycle: 'reserved-account', reference }, eventOf(credit));
          return;
        } catch (error) {
          if (!(error instanceof UnavailableError)) throw error;
          repeats += 1;
          await pause(500);
        }
      }
    },
  };
}

async function inLanes<Item>(
  items: readonly Item[],
  { senders, perSecond }: Pick<BusyOptions, 'senders' | 'perSecond'>,
  work: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const early = startedAt + (index * 1_000) / perSecond - performance.now();
      if (early > 0) await pause(early);
      await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: senders }, lane));
}
