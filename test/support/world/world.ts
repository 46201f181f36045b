import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, type Worker } from '@temporalio/worker';
import { request } from 'undici';
import { inject } from 'vitest';
import { createActivities } from '../../../activities/activities.js';
import { createGatewayActivities } from '../../../activities/gateway.js';
import { createPausesReaderInActivity } from '../../../activities/pauses.js';
import { createOwnActivities } from '../../../activities/own.js';
import { createApi } from '../../../src/api/app.js';
import { hashKey } from '../../../src/api/bearer.js';
import { createGrantSigner } from '../../../src/api/grants.js';
import { createPrivateReads } from '../../../src/cli/private-reads.js';
import { serve } from '../../../src/cli/serve.js';
import { createOwareClient } from '../../../src/client/client.js';
import { ownerOf } from '../../../src/domain/reference.js';
import { SPECIFIED_EVENTS } from '../../../src/gateway/events.js';
import { readConfig, toSettings } from '../../../src/config/config.js';
import type { Settings } from '../../../src/config/settings.js';
import { createGatewayClient } from '../../../src/gateway/http/client.js';
import { searchTransactions } from '../../../src/gateway/endpoints/transactions.js';
import { createMetrics } from '../../../src/metrics/metrics.js';
import { API_METRICS } from '../../../src/metrics/table.js';
import { signEvent } from '../../../src/gateway/signature.js';
import { createVault } from '../../../src/vault/vault.js';
import { cardAsTyped } from '../../../src/sandbox/collections/test-cards.js';
import type { PlannedFault } from '../../../src/sandbox/faults/faults.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { createGrantCheck } from '../../../src/secrets/grants.js';
import { createReturnTokens } from '../../../src/secrets/return-tokens.js';
import { createFastForward } from '../../../src/temporal/fast-forward.js';
import { createVaultWorker, createWorkers } from '../../../src/temporal/worker.js';
import { KINDS } from '../../../src/client/kinds.js';
import { toWebhookMessage } from '../../../src/client/webhook-message.js';
import { checkReply } from '../api/check-reply.js';
import { testGrants } from '../grants.js';
import { createMerchant, WEBHOOK_SECRET } from './merchant.js';
import { createUses } from './uses.js';
import { waitForState, waitUntil } from '../wait-until.js';

Runtime.install({ logger: new DefaultLogger('ERROR') });

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const API_KEY = 'key-of-the-tests';
/** The key of another person, with the scope `approve`. */
export const APPROVER_KEY = 'key-of-an-approver';

const returnTokens = createReturnTokens('a key of the tests');

/** How often a record is read by default while it proves nothing; claims of events are given up after it. */
export const DEFAULT_RECHECKS = toSettings(readConfig({})).recheckScheduleMs;

/** The defaults, with shorter pauses where tests do not move time, and fewer checks where they do. */
export const WORLD_SETTINGS: Omit<Settings, 'deliversWebhooks'> = {
  ...toSettings(readConfig({})),
  retryScheduleMs: [100, 1_000],
  webhookRetryScheduleMs: [MINUTE, 5 * MINUTE],
  propagationMs: 300,
  // days pass in seconds here: checks every five minutes of them would be most of what tests compute
  recheckScheduleMs: [2_000, 10_000, MINUTE, ...Array<number>(4).fill(5 * MINUTE), HOUR],
  // tests that want reminders ask for them
  invoiceRemindersMs: [],
};

export interface WorldOptions {
  /** The sandbox's clock; the machine's unless given. */
  readonly now?: () => number;
  readonly settings?: Partial<typeof WORLD_SETTINGS>;
  /** Whether the gateway redirects payers to the API's return URL. */
  readonly payersComeBack?: boolean;
  /** False where the test starts the worker as a process. */
  readonly withWorker?: boolean;
  /** When the webhook endpoint is switched off; never unless given. */
  readonly disableAfterMs?: number;
  /** How long the API waits for a lifecycle; long, because a machine whose processors are shared stops for seconds. */
  readonly timeoutMs?: number;
  /** Whether `sandbox.clock.move` moves the workflows of this world too. */
  readonly timeTravel?: boolean;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * A merchant's complete installation on loopback: sandbox, API, vault, workers on a separate task queue, and the
 * merchant's service that receives webhooks. Only the gateway is simulated.
 */
export async function createWorld({
  now,
  settings = {},
  payersComeBack = false,
  withWorker = true,
  timeTravel = false,
  timeoutMs = 60_000,
  disableAfterMs = 0,
}: WorldOptions = {}) {
  // first, while the stack still names the test's file
  const uses = createUses();
  const address = inject('temporalAddress');
  const taskQueue = `test-${randomUUID()}`;
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, dataConverter: createDataConverter() });
  const merchant = await createMerchant();
  const followers = createFastForward({ client, taskQueue });
  // worlds share a namespace, in which the gateway's references must be unique: each sandbox gets another seed
  const sandbox = createSandbox({ seed: taskQueue, ...(now && { now }), ...(timeTravel && { followers }) });
  const { url: gatewayUrl } = await sandbox.listen();

  // the sandbox's merchant needs the API's address, and the API needs that merchant's key
  const served: { app?: RequestListener } = {};
  const api = await serve((request, response) => served.app?.(request, response), '127.0.0.1', 0);
  const account = sandbox.merchants.open({
    name: 'Calabash Stores',
    webhookUrls: { all: `${api.url}/webhooks/gateway` },
    // a settlement wakes payments that Oware does not show: it must not depend on the time of day whether there is one
    switches: { settlesDaily: false },
  });
  const oware = createOwareClient({
    client,
    taskQueue,
    timeoutMs,
    readTimeoutMs: Math.min(timeoutMs, 30_000),
    eventTimeoutMs: 30_000,
    visibilityLagMs: 2_000,
    customerHashKey: 'a key of the tests, for customers',
  });
  const gateway = uses.watch(
    createGatewayClient({
      baseUrl: gatewayUrl,
      apiKey: account.apiKey,
      secretKey: account.secretKey,
      contractCode: account.contractCode,
      wallet: account.walletAccountNumber,
    }),
  );
  const vault = createVault({
    taskQueue,
    url: api.url,
    takesCards: true,
    reads: createPrivateReads(gateway),
  });
  const metrics = createMetrics(API_METRICS);
  served.app = createApi({
    oware,
    vault,
    keys: () => [
      {
        name: 'tests',
        sha256: hashKey(API_KEY),
        subject: 'maker',
        scopes: ['read', 'collect', 'pay', 'operate'],
      },
      {
        name: 'approver',
        sha256: hashKey(APPROVER_KEY),
        subject: 'checker',
        scopes: ['read', 'collect', 'pay', 'operate', 'approve'],
      },
    ],
    webhook: { secrets: [account.secretKey], profile: SPECIFIED_EVENTS },
    gatewayMode: 'sandbox',
    grants: createGrantSigner(testGrants),
    returnTokens,
    metrics,
    shownMetrics: metrics.registry,
    isReady: () => Promise.resolve(),
    log: { info: () => undefined, warn: () => undefined, error: (fields) => console.error(fields) },
  });

  const native = await NativeConnection.connect({ address });
  const common = { connection: native, namespace: 'default', dataConverter: createDataConverter() };
  const pauses = createPausesReaderInActivity(taskQueue);
  const vaultWorker = await createVaultWorker({
    ...common,
    taskQueue: vault.taskQueue,
    activities: createGatewayActivities(gateway, { secretFields: vault.handles, pauses }),
  });
  const activities = createActivities({
    gateway: createGatewayActivities(gateway, { pauses }),
    own: createOwnActivities({
      toMessage: toWebhookMessage,
      client,
      oware,
      taskQueue,
      settings: {
        ...WORLD_SETTINGS,
        ...settings,
        ...(payersComeBack && { returnUrl: `${api.url}/return` }),
      },
      webhookAddress: { url: merchant.webhookUrl, secrets: [WEBHOOK_SECRET], disableAfterMs },
      checkGrant: createGrantCheck(testGrants),
    }),
    oware,
    returns: { returnUrl: `${api.url}/return`, tokenOf: returnTokens.of },
    options: { nameEnquiriesPerSecond: 2_000 },
  });
  const startWorkers = async () => {
    const workflowBundle = { codePath: inject('bundlePath') };
    const workers = await createWorkers({
      ...common,
      taskQueue,
      workflowBundle,
      activities,
      settings: () => activities.settings(),
    });
    return run(workers);
  };
  let workers = withWorker ? await startWorkers() : run([]);
  const vaults = run([vaultWorker]);

  /** A call to the sandbox's control routes: a person acts, a fault is planned, a switch is set. */
  async function control(path: string, body: unknown, method: 'POST' | 'PATCH' = 'POST') {
    const reply = await request(`${gatewayUrl}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await reply.body.json()) as Record<string, unknown>;
    // 422 is a refusal that a test may expect; any other error is a mistake in the test
    if (reply.statusCode >= 400 && reply.statusCode !== 422) throw new Error(JSON.stringify(answer));
    return answer;
  }

  const created: string[] = [];
  const handle = (workflowId: string) => client.workflow.getHandle(workflowId);
  const deliveryOf = (text: string) => sandbox.deliveries.list().find(({ body }) => body.includes(text));

  /** Calls the API as a merchant's service does. */
  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const reply = await request(`${api.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${API_KEY}`,
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await reply.body.json()) as Reply;
    checkReply({ method, path, status: reply.statusCode, body: answer });
    const prefix = method === 'POST' ? PREFIXES[path] : undefined;
    if (prefix !== undefined) created.push(`${prefix}:${answer.reference}`);
    return { status: reply.statusCode, body: answer };
  }

  return {
    address,
    taskQueue,
    client,
    merchant,
    vault,
    sandbox,
    followers,
    /** The gateway as another system of the merchant calls it, without Oware. */
    gateway,
    gatewayUrl,
    account,
    apiUrl: api.url,
    /** The return URL of a checkout. */
    returnUrl: (reference: string) => `${api.url}/return/${reference}/${returnTokens.of(reference)}`,
    oware,
    call,
    handle,
    /** The id of the latest run. */
    runIdOf: async (workflowId: string) => (await handle(workflowId).describe()).runId,
    /** Waits until the workflow has completed. */
    closed: (workflowId: string, limitMs?: number) =>
      waitUntil(
        `the end of ${workflowId}`,
        async () => {
          const { status } = await handle(workflowId).describe();
          return status.name === 'COMPLETED';
        },
        limitMs,
      ),
    /** The payer's bank sends money to an account. */
    pay: ({ bankCode, accountNumber }: BankAccount, amount: string, payer?: object) =>
      control('bank-simulator/payments', { bankCode, accountNumber, amount, ...(payer && { payer }) }),
    /** Pays by card on the gateway's hosted page, without a call to Oware. */
    async payOnHostedPage(
      transactionReference: string,
      card: Parameters<typeof cardAsTyped>[0] = 'approved',
    ) {
      const reply = await request(`${gatewayUrl}/checkout/${encodeURIComponent(transactionReference)}/card`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(cardAsTyped(card)).toString(),
      });
      await reply.body.dump();
      return reply.statusCode;
    },
    control,
    /** The gateway's next calls or events fail in this way. */
    planFault: (rule: object) => control('faults', rule),
    /** Waits until a planned fault for exactly this reference has struck: the gateway has the request. */
    faultStrikes: (reference: string) =>
      waitUntil(`a fault of ${reference}`, async () => {
        const reply = await request(`${gatewayUrl}/sandbox/faults`);
        const planned = (await reply.body.json()) as PlannedFault[];
        return planned.some(({ rule, struck }) => rule.reference === reference && struck > 0);
      }),
    /** The next event about a reference is lost; without one, the next event. */
    dropEvent: (reference?: string) =>
      control('faults', { on: 'event', ...(reference && { reference }), fault: { kind: 'drop' } }),
    /** Clears the faults that are planned for exactly this reference; without one, all of them. */
    async clearFaults(reference?: string): Promise<void> {
      const faults = `${gatewayUrl}/sandbox/faults`;
      if (reference === undefined) return dump(await request(faults, { method: 'DELETE' }));
      const planned = (await (await request(faults)).body.json()) as PlannedFault[];
      for (const { id, rule } of planned) {
        if (rule.reference === reference) await dump(await request(`${faults}/${id}`, { method: 'DELETE' }));
      }
    },
    /** The codes that the gateway sent about a reference, oldest first. */
    async codesFor(reference: string): Promise<string[]> {
      const reply = await request(`${gatewayUrl}/sandbox/inbox?reference=${encodeURIComponent(reference)}`);
      const messages = (await reply.body.json()) as { readonly code: string }[];
      return messages.map(({ code }) => code).reverse();
    },
    /** Sets switches of the merchant's account at the gateway. */
    setSwitches: (switches: object) => control(`merchants/${account.id}`, { switches }, 'PATCH'),
    /** The gateway's delivery of the first event whose body contains the text. */
    deliveryOf,
    /** The gateway delivers that event again, `times` times. */
    async replayEventOf(text: string, times = 1): Promise<void> {
      const { id } = await waitUntil(`an event about ${text}`, () => deliveryOf(text));
      for (let n = 0; n < times; n++) await control(`deliveries/${id}/replay`, {});
      await sandbox.deliveries.settled();
    },
    /** Posts an event to the API, signed with the gateway's secret unless another one is given. */
    async postEvent(event: string | object, secret = account.secretKey): Promise<number> {
      const body = typeof event === 'string' ? event : JSON.stringify(event);
      const headers = { 'service-signature': signEvent(body, secret) };
      const reply = await request(`${api.url}/webhooks/gateway`, { method: 'POST', headers, body });
      await reply.body.dump();
      return reply.statusCode;
    },
    /** The ledger's collections for a reference, over all of its transactions. */
    async collectedFor(reference: string) {
      const references = await this.transactionsOf(reference);
      return references.flatMap((transaction) => this.collected(transaction));
    },
    becomes: (reference: string, state: string, lifecycles = 'checkouts') =>
      waitForState(reference, state, async () => (await call('GET', `/v1/${lifecycles}/${reference}`)).body),
    /** The ledger's collections for one transaction. */
    collected: (reference: string) =>
      sandbox.ledger.entries({ reference }).filter(({ cause }) => cause === 'collection'),
    /** Every transaction that the gateway opened for a reference, the later ones included. */
    async transactionsOf(reference: string): Promise<string[]> {
      const { body } = await gateway.call(searchTransactions, { size: 200 });
      const opened = body.content.filter((row) => ownerOf(row.paymentReference) === reference);
      return opened.map((row) => row.transactionReference);
    },
    /** Stops the workers, and starts others when `work` is done: they know a run only by its history. */
    async withoutWorkers(work: () => Promise<unknown>): Promise<void> {
      await workers.stop();
      await work();
      workers = await startWorkers();
    },
    /** Terminates every workflow that `call` created and that is still running. */
    async terminateAll() {
      await Promise.allSettled(created.splice(0).map((id) => handle(id).terminate()));
    },
    async close() {
      await Promise.all([workers.stop(), vaults.stop()]);
      uses.write(sandbox);
      await api.close();
      await merchant.close();
      await sandbox.close();
      await gateway.close();
      await native.close();
      await connection.close();
    },
  };
}

function run(workers: readonly Worker[]) {
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    async stop(): Promise<void> {
      for (const worker of workers) worker.shutdown();
      await running;
    },
  };
}

const dump = ({ body }: Awaited<ReturnType<typeof request>>): Promise<void> => body.dump();

/** The prefix of the workflow ids behind each path of the API. */
const PREFIXES: Readonly<Record<string, string>> = Object.fromEntries(
  KINDS.map(({ path, prefix }) => [path, prefix]),
);

/** An account number that a payer can send money to. */
export interface BankAccount {
  readonly bankCode: string;
  readonly accountNumber: string;
}

export interface Reply {
  readonly reference: string;
  readonly state: string;
  readonly checkoutUrl: string;
  readonly transactionReference: string;
  readonly [field: string]: unknown;
}
