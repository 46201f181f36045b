import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../src/cli/demo/http.js';
import { collectedIn, readLedger } from '../../../src/cli/demo/ledger.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { createMerchantCalls, createWebhookLog } from '../../load/checkouts.js';
import { type DevRun, ownPorts, startDevRun } from '../../support/processes/dev-run.js';
import { waitForState, waitUntil } from '../../support/wait-until.js';

const LIMIT_MS = 230_000;
const FIVE_MINUTES = 5 * 60_000;
/** By schedule nothing is checked within this test: what becomes PAID was reported by an event. */
const NO_CHECKS = { OWARE_SAFETY_CHECKS_MS: '86400000' };

const folder = mkdtempSync(join(tmpdir(), 'oware-refused-'));
let settings: Record<string, string>;
let run: DevRun;
let sandbox: Caller;
let webhooks: ReturnType<typeof createWebhookLog>;
beforeAll(async () => {
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/webhooks`;
  settings = { ...(await ownPorts()), ...NO_CHECKS, OWARE_WEBHOOK_URL: webhookUrl };
  run = await startDevRun(folder, settings);
  sandbox = createCaller(run.json().sandbox.url);
  webhooks = createWebhookLog(port);
  const listener = await webhooks.listen(run.json().webhooks.secret);
  return async () => {
    await run.dev.kill('SIGINT');
    await listener.close();
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Takes the port of a server that was killed, so that none can start. */
function occupy(port: number): Promise<Server> {
  return waitUntil(`port ${port}`, async () => {
    const server = createServer().listen(port, '127.0.0.1');
    return once(server, 'listening').then(
      () => server,
      () => undefined,
    );
  });
}

interface SandboxDelivery {
  readonly body: string;
  readonly attempts: readonly { readonly outcome: string }[];
}

it('an event that was refused while Temporal was away is delivered before the gateway repeats it', async () => {
  const json = run.json();
  const { call } = createMerchantCalls(json, Date.now() + LIMIT_MS);
  const references = ['refused-1', 'refused-2', 'refused-3'];
  const payments: { readonly amount: string }[] = [];
  for (const [index, reference] of references.entries()) {
    const amount = `${7_000 + index}.00`;
    await call('POST', '/v1/checkouts', { reference, amount, customer: { email: 'ada@example.com' } });
    const { bankCode, accountNumber } = await call('POST', `/v1/checkouts/${reference}/virtual-account`);
    payments.push(Object.assign({ bankCode, accountNumber }, { amount }));
  }
  const killed = await run.killProcess('temporal');
  const other = await occupy(Number(settings['OWARE_TEMPORAL_PORT']));
  await Promise.all(payments.map((payment) => sandbox('POST', '/sandbox/bank-simulator/payments', payment)));

  const attempts = async () => {
    const all = (await sandbox('GET', '/sandbox/deliveries')) as unknown as readonly SandboxDelivery[];
    const ofThese = all.filter(({ body }) => references.some((reference) => body.includes(reference)));
    return ofThese.map((delivery) => delivery.attempts.map(({ outcome }) => outcome));
  };
  const refused = references.map(() => ['503']);
  await waitUntil('the refusals', async () => isDeepStrictEqual(await attempts(), refused));
  other.close();
  await run.processAfter('temporal', killed);

  for (const reference of references) {
    await waitForState(reference, 'PAID', () => call('GET', `/v1/checkouts/${reference}`));
  }
  expect(await attempts()).toEqual(refused);

  // the gateway's own repeats change nothing
  await sandbox('POST', '/sandbox/clock/advance', { ms: FIVE_MINUTES, sandboxOnly: true });
  await waitUntil('the repeats', async () => (await attempts()).every((each) => each.at(-1) === '200'));
  await waitUntil('the webhooks', () => webhooks.received.length >= references.length);
  expect(webhooks.received.map(({ type, data }) => `${type} ${data.reference}`).sort()).toEqual(
    references.map((reference) => `checkout.paid ${reference}`),
  );
  const { entries, balanced } = await readLedger(json.sandbox.url);
  expect([balanced, [...collectedIn(entries)].sort()]).toEqual([true, payments.map(({ amount }) => amount)]);
});
