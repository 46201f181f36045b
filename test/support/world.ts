import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { request } from 'undici';
import { inject } from 'vitest';
import { createActivities } from '../../activities/activities.js';
import { createGatewayActivities } from '../../activities/gateway.js';
import { createOwnActivities } from '../../activities/own.js';
import { createApi } from '../../src/api/app.js';
import { hashKey } from '../../src/api/bearer.js';
import { serve } from '../../src/cli/serve.js';
import { createOwareClient } from '../../src/client/client.js';
import { kobo } from '../../src/domain/money.js';
import { DEFAULT_POLICIES } from '../../src/domain/policy.js';
import { ownerOf } from '../../src/domain/reference.js';
import { SPECIFIED_EVENTS } from '../../src/gateway/events.js';
import type { Settings } from '../../src/domain/settings.js';
import { createGatewayClient } from '../../src/gateway/client.js';
import { searchTransactions } from '../../src/gateway/endpoints/transactions.js';
import { createDesk } from '../../src/desk/desk.js';
import { cardAsTyped } from '../../src/sandbox/collections/test-cards.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { createDataConverter } from '../../src/secrets/data-converter.js';
import { createReturnTokens } from '../../src/secrets/return-tokens.js';
import { createFastForward } from '../../src/temporal/fast-forward.js';
import { createDeskWorker, createWorkers } from '../../src/temporal/worker.js';
import { createMerchant, NOTICE_SECRET } from './merchant.js';
import { waitUntil } from './wait-until.js';

Runtime.install({ logger: new DefaultLogger('ERROR') });

export const MINUTE = 60_000;
export const API_KEY = 'key-of-the-tests';

const returnTokens = createReturnTokens('a key of the tests');

export const WORLD_SETTINGS: Omit<Settings, 'tellsMerchant'> = {
  checkoutWindowMs: 40 * MINUTE,
  closingGraceMs: 5_000,
  lookAgainMs: [2_000, 10_000, MINUTE, 5 * MINUTE],
  tryAgainMs: [100, 1_000],
  noticePlanMs: [MINUTE, 5 * MINUTE],
  feeCeilingKobo: kobo(200_000),
  policies: DEFAULT_POLICIES,
  otpTries: 3,
  cardStepMs: 10 * MINUTE,
  deskAnswersWithinMs: 20_000,
  lingerMs: 2 * MINUTE,
  eventsBeforeContinuing: 2_000,
  propagationMs: 300,
  safetyChecksMs: [5 * MINUTE],
  dailyCheckMs: 24 * 60 * MINUTE,
  unresolvedAfterMs: 24 * 60 * MINUTE,
  checkGapMs: 5_000,
};

export interface WorldOptions {
  /** The time that the sandbox lives in. */
  readonly now?: () => number;
  readonly settings?: Partial<typeof WORLD_SETTINGS>;
  /** Whether the gateway sends payers back through the API. */
  readonly payersComeBack?: boolean;
  /** False where the worker is a process of the test's own. */
  readonly withWorker?: boolean;
  /** Whether `sandbox.clock.move` moves the workflows of this world along. */
  readonly timeTravel?: boolean;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * A merchant's whole world on loopback: sandbox, API, workers on a queue of their own, and the merchant's
 * service that hears notices. Everything is real but the gateway.
 */
export async function createWorld({
  now,
  settings = {},
  payersComeBack = false,
  withWorker = true,
  timeTravel = false,
}: WorldOptions = {}) {
  const address = inject('temporalAddress');
  const taskQueue = `test-${randomUUID()}`;
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, dataConverter: createDataConverter() });
  const merchant = await createMerchant();
  const followers = createFastForward({ client, taskQueue });
  // worlds share a namespace, where the gateway's references must be unique: each gateway has a seed of its own
  const sandbox = createSandbox({ seed: taskQueue, ...(now && { now }), ...(timeTravel && { followers }) });
  const { url: gatewayUrl } = await sandbox.listen();

  // the sandbox's merchant needs the API's address, and the API needs that merchant's key
  const served: { app?: RequestListener } = {};
  const api = await serve((request, response) => served.app?.(request, response), '127.0.0.1', 0);
  const account = sandbox.merchants.open({
    name: 'Calabash Stores',
    webhookUrls: { all: `${api.url}/webhooks/gateway` },
  });
  const oware = createOwareClient({ client, taskQueue, patienceMs: 20_000 });
  const desk = createDesk({ taskQueue, url: api.url });
  served.app = createApi({
    oware,
    desk,
    keys: [{ name: 'tests', sha256: hashKey(API_KEY) }],
    webhook: { secrets: [account.secretKey], profile: SPECIFIED_EVENTS },
    returnTokens,
    showsMetrics: true,
    isReady: () => Promise.resolve(),
    log: { info: () => undefined, warn: () => undefined, error: (fields) => console.error(fields) },
  });

  const gateway = createGatewayClient({
    baseUrl: gatewayUrl,
    apiKey: account.apiKey,
    secretKey: account.secretKey,
    contractCode: account.contractCode,
  });
  const native = await NativeConnection.connect({ address });
  const common = { connection: native, namespace: 'default', dataConverter: createDataConverter() };
  const deskWorker = await createDeskWorker({
    ...common,
    taskQueue: desk.taskQueue,
    activities: createGatewayActivities(gateway, { vault: desk.vault }),
  });
  const workers = withWorker
    ? await createWorkers({
        ...common,
        taskQueue,
        workflowBundle: { codePath: inject('bundlePath') },
        activities: createActivities(
          createGatewayActivities(gateway),
          createOwnActivities({
            client,
            settings: {
              ...WORLD_SETTINGS,
              ...settings,
              ...(payersComeBack && { returnUrl: `${api.url}/return` }),
            },
            noticeAddress: { url: merchant.noticeUrl, secret: NOTICE_SECRET },
            bringNews: oware.bringNews,
          }),
          { returnUrl: `${api.url}/return`, tokenOf: returnTokens.of },
        ),
      })
    : [];
  const everyWorker = [...workers, deskWorker];
  const running = Promise.all(everyWorker.map((worker) => worker.run()));

  /** Something happens at the sandbox: a person acts, a fault is planned, a switch is turned. */
  async function control(path: string, body: unknown, method: 'POST' | 'PATCH' = 'POST') {
    const reply = await request(`${gatewayUrl}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await reply.body.json()) as Record<string, unknown>;
    // 422 is what a person is told who cannot have it so; anything else is a mistake of the test
    if (reply.statusCode >= 400 && reply.statusCode !== 422) throw new Error(JSON.stringify(answer));
    return answer;
  }

  const asked: string[] = [];

  /** The API as a merchant's service calls it. */
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
    const prefix = method === 'POST' ? PREFIXES[path] : undefined;
    if (prefix !== undefined) asked.push(`${prefix}:${answer.reference}`);
    return { status: reply.statusCode, body: answer };
  }

  return {
    address,
    taskQueue,
    client,
    merchant,
    desk,
    sandbox,
    followers,
    /** As any other system of the merchant would use it, past us. */
    gateway,
    gatewayUrl,
    account,
    apiUrl: api.url,
    /** Where the payer of a checkout comes back to. */
    returnUrl: (reference: string) => `${api.url}/return/${reference}/${returnTokens.of(reference)}`,
    oware,
    call,
    /** The payer's bank sends money to a virtual account. */
    pay: (to: { bankCode: string; accountNumber: string }, amount: string) =>
      control('bank-simulator/payments', { ...pick(to), amount }),
    /** Pays by card on the gateway's hosted page: the story is asked for nothing. */
    async payOnThePage(transactionReference: string, card: Parameters<typeof cardAsTyped>[0] = 'approved') {
      const reply = await request(`${gatewayUrl}/checkout/${encodeURIComponent(transactionReference)}/card`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(cardAsTyped(card)).toString(),
      });
      await reply.body.dump();
      return reply.statusCode;
    },
    /** The gateway's next calls or events go wrong so. */
    strike: (rule: object) => control('faults', rule),
    control,
    /** What the books say was collected for a payment, over all of its transactions. */
    async collectedFor(reference: string) {
      const references = await this.transactionsOf(reference);
      return references.flatMap((transaction) => this.collected(transaction));
    },
    becomes: (reference: string, state: string, stories = 'checkouts') =>
      waitUntil(`${reference} becoming ${state}`, async () => {
        const { body } = await call('GET', `/v1/${stories}/${reference}`);
        return body.state === state && body;
      }),
    /** What the sandbox's books say was collected for a payment. */
    collected: (reference: string) =>
      sandbox.books.entries({ reference }).filter(({ cause }) => cause === 'collection'),
    /** Every transaction that the gateway opened for a payment, further inits included. */
    async transactionsOf(reference: string): Promise<string[]> {
      const { body } = await gateway.call(searchTransactions, { size: 200 });
      const opened = body.content.filter((row) => ownerOf(row.paymentReference) === reference);
      return opened.map((row) => row.transactionReference);
    },
    /** Ends whatever was asked for here and still runs. */
    async terminateAll() {
      const ends = asked.splice(0).map((id) =>
        client.workflow
          .getHandle(id)
          .terminate()
          .catch(() => undefined),
      );
      await Promise.all(ends);
    },
    async close() {
      for (const worker of everyWorker) worker.shutdown();
      await running;
      await api.close();
      await merchant.close();
      await sandbox.close();
      await gateway.close();
      await native.close();
      await connection.close();
    },
  };
}

/** What is asked for at each path, by the prefix of its workflow. */
const PREFIXES: Readonly<Record<string, string>> = {
  '/v1/checkouts': 'payment',
  '/v1/invoices': 'invoice',
  '/v1/reserved-accounts': 'reserved-account',
};

const pick = ({ bankCode, accountNumber }: { bankCode: string; accountNumber: string }) => ({
  bankCode,
  accountNumber,
});

export interface Reply {
  readonly reference: string;
  readonly state: string;
  readonly checkoutUrl: string;
  readonly transactionReference: string;
  readonly [field: string]: unknown;
}
