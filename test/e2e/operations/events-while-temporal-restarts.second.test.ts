import { mkdtempSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inLanes } from '../../../activities/in-lanes.js';
import { type Caller, createCaller } from '../../../src/cli/demo/http.js';
import { serve } from '../../../src/cli/serve.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { createWebhookLog } from '../../load/checkouts.js';
import { disordered, SHARES, type SignedEvent, unknownReference } from '../../support/events/disordered.js';
import { createGatewaySender } from '../../support/events/gateway-sender.js';
import { BVN } from '../../support/lifecycles/reserved-accounts.js';
import { type DevRun, ownPorts, startDevRun } from '../../support/processes/dev-run.js';
import { waitUntil } from '../../support/wait-until.js';

/** `npm run load:events` asks for 10,000. */
const EVENTS = Number(process.env.OWARE_TEST_EVENTS ?? 120);
const SEED = Number(process.env.OWARE_TEST_EVENTS_SEED ?? 7);
const LIMIT_MS = 60_000 + EVENTS * 120;
const CREDITS = Math.round(EVENTS * SHARES.genuine);
const ACCOUNTS = Math.ceil(CREDITS / 35);
const LANES = 16;

const folder = mkdtempSync(join(tmpdir(), 'oware-events-'));
let run: DevRun;
let api: Caller;
let sandbox: Caller;
let secret: string;
let webhooks: ReturnType<typeof createWebhookLog>;
const captured: SignedEvent[] = [];

beforeAll(async () => {
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/webhooks`;
  run = await startDevRun(folder, { ...(await ownPorts()), OWARE_WEBHOOK_URL: webhookUrl });
  const json = run.json();
  webhooks = createWebhookLog(port);
  const listener = await webhooks.listen(json.webhooks.secret);
  api = createCaller(json.api.url, `Bearer ${json.api.key}`);
  sandbox = createCaller(json.sandbox.url);
  const gateway = await captureEvents();
  const [merchant] = (await sandbox('GET', '/sandbox/merchants')) as unknown as Merchant[];
  secret = merchant!.secretKey;
  const webhookUrls = { all: gateway.url };
  await sandbox('PATCH', `/sandbox/merchants/${merchant!.id}`, { webhookUrls });
  return async () => {
    await run.dev.kill('SIGINT');
    await listener.close();
    await gateway.close();
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Merchant {
  readonly id: string;
  readonly secretKey: string;
}

/** Receives the sandbox's events in place of the api: the test sends them on, in its own order. */
function captureEvents() {
  return serve(
    (request, response) => {
      text(request)
        .then((body) => {
          const signature = String(request.headers['service-signature']);
          if (body.includes('"SUCCESSFUL_TRANSACTION"')) captured.push({ body, signature });
          response.writeHead(200).end();
        })
        .catch(() => response.writeHead(400).end());
    },
    '127.0.0.1',
    0,
  );
}

interface Account {
  readonly reference: string;
  readonly accounts: readonly { readonly bankCode: string; readonly accountNumber: string }[];
}

function openAccount(n: number): Promise<Account> {
  return api('POST', '/v1/reserved-accounts', {
    reference: `busy-${n}`,
    accountName: 'Ada Obi',
    customer: { email: `ada-${n}@example.com`, name: 'Ada Obi' },
    bvn: BVN,
  }) as Promise<unknown> as Promise<Account>;
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Amounts differ, so that one credit too few and one too many cannot even out. */
async function payInto(accounts: readonly Account[]): Promise<Map<string, number>> {
  const expected = new Map(accounts.map(({ reference }) => [reference, 0]));
  await inLanes(numbersTo(CREDITS), async (n) => {
    const { reference, accounts: numbers } = accounts[n % accounts.length]!;
    const naira = 1_000 + n;
    const { bankCode, accountNumber } = numbers[0]!;
    const amount = `${naira}.00`;
    await sandbox('POST', '/sandbox/bank-simulator/payments', { bankCode, accountNumber, amount });
    expected.set(reference, (expected.get(reference) ?? 0) + naira);
  });
  await waitUntil('all events of the gateway', () => captured.length >= CREDITS, LIMIT_MS);
  return expected;
}

async function creditsOf(reference: string) {
  return (await api('GET', `/v1/reserved-accounts/${reference}/credits`)) as unknown as {
    readonly count: number;
    readonly sum: string;
  };
}

it(
  'applies every genuine event once, refuses every forged one and loses none while Temporal restarts',
  async () => {
    const accounts = await inLanes(numbersTo(ACCOUNTS), openAccount);
    const expected = await payInto(accounts);
    const sendings = disordered({ genuine: captured.slice(0, CREDITS), secret, seed: SEED });

    const { send, repeats } = createGatewaySender(run.json().api.url, Date.now() + LIMIT_MS);
    let sent = 0;
    let killing: Promise<number> | undefined;
    const startedAt = performance.now();
    const answers = await inLanes(
      sendings,
      async (sending) => {
        sent += 1;
        if (sent >= sendings.length / 2) killing ??= run.killProcess('temporal');
        return { kind: sending.kind, status: await send(sending) };
      },
      LANES,
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    await run.processAfter('temporal', await killing!);

    const wrong = answers.filter(({ kind, status }) => status !== (kind === 'forged' ? 401 : 200));
    expect(wrong).toEqual([]);
    for (const [reference, naira] of expected) {
      const isThere = async () => (await creditsOf(reference)).sum === `${naira}.00`;
      await waitUntil(`the credits of ${reference}`, isThere, LIMIT_MS);
    }
    const counts = await inLanes([...expected.keys()], async (each) => (await creditsOf(each)).count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(CREDITS);

    const credited = () => webhooks.received.filter(({ type }) => type === 'reserved-account.credited');
    const ids = () => new Set(credited().map(({ id }) => id));
    await waitUntil('a webhook about each credit', () => ids().size >= CREDITS, LIMIT_MS);
    expect(ids().size).toBe(CREDITS);
    expect(await storedOf(sendings.filter(({ kind }) => kind === 'unknown').length)).toEqual([]);
    if (process.env.OWARE_TEST_EVENTS !== undefined) {
      console.log(`${sendings.length} events in ${seconds.toFixed(0)} s, ${repeats()} attempts repeated`);
      console.log(`all applied after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    }
  },
  LIMIT_MS * 3,
);

/** The accounts, of this many unknown ones, whose event Temporal does not have. */
async function storedOf(count: number): Promise<string[]> {
  const connection = await Connection.connect({ address: run.json().temporal.address });
  const { workflow } = new Client({ connection });
  const isMissing = async (n: number) => {
    const handle = workflow.getHandle(`reserved-account:${unknownReference(n)}`);
    const { events = [] } = await handle.fetchHistory();
    return !events?.some(({ workflowExecutionSignaledEventAttributes: signal }) => signal);
  };
  const missing = await inLanes(numbersTo(count), async (n) => ({ n, is: await isMissing(n) }));
  await connection.close();
  return missing.filter(({ is }) => is).map(({ n }) => unknownReference(n));
}
