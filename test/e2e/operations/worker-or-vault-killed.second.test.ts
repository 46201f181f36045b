import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { hashKey } from '../../../src/api/bearer.js';
import { cardAsTyped } from '../../../src/sandbox/collections/test-cards.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { cardIn, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { createReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { startOware } from '../../support/processes/oware-process.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { waitUntil } from '../../support/wait-until.js';
import { API_KEY, createWorld, type World, type WorldOptions } from '../../support/world/world.js';

// concurrent, because each waits until Temporal retries the tasks of a killed process; so each has its own world
describe.concurrent('a killed worker', () => {
  it('a checkout becomes PAID though its worker was killed between init and event', async ({
    onTestFinished,
  }) => {
    const world = await worldWithoutWorker(onTestFinished);
    const first = await startWorker(world);
    const { reference, account, transactionReference } = await createCheckouts(
      world,
      'killed',
    ).openWithAccount();
    await first.kill('SIGKILL');

    await world.pay(account, '2500.00');
    await world.sandbox.deliveries.settled();
    expect(world.merchant.of(reference)).toHaveLength(0);

    const second = await startWorker(world);
    await world.merchant.receives(reference, 'checkout.paid');
    // the run closes a moment after the merchant has received the webhook, and needs its worker for that
    const ended: unknown = await world.handle(`checkout:${reference}`).result();
    await second.kill('SIGTERM');
    expect(ended).toMatchObject({ state: 'PAID' });
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('an invoice becomes PAID though its worker was killed between creation and event', async ({
    onTestFinished,
  }) => {
    const world = await worldWithoutWorker(onTestFinished);
    const invoices = createInvoices(world);
    const first = await startWorker(world);
    const reference = `inv-killed-${process.pid}`;
    const { account, transactionReference } = await invoices.open(reference);
    await first.kill('SIGKILL');

    await world.pay(account, '15000.00');
    await world.sandbox.deliveries.settled();
    expect(world.merchant.typesOf(reference)).toEqual([]);

    const second = await startWorker(world);
    await world.merchant.receives(reference, 'invoice.paid');
    await invoices.closed(reference);
    await second.kill('SIGTERM');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.paid']);
  });

  it('an invoice is created once though its worker was killed after the gateway had created it', async ({
    onTestFinished,
  }) => {
    // the create and the read without a worker are waited for
    const world = await worldWithoutWorker(onTestFinished, { timeoutMs: 5_000 });
    const invoices = createInvoices(world);
    const first = await startWorker(world);
    const reference = `inv-half-${process.pid}`;
    const slow = { when: 'after', fault: { kind: 'delay', ms: 60_000 } };
    await world.planFault({ on: 'call', endpoint: 'createInvoice', reference, ...slow });
    const terms = invoices.terms(reference);
    const creating = world.call('POST', '/v1/invoices', terms);
    await waitUntil(
      'the invoice at the gateway',
      async () => (await invoices.statusAtGateway(reference)) === 'PENDING',
    );
    await first.kill('SIGKILL');
    expect(await creating).toMatchObject({ status: 202, body: { reference, retry: 'same-reference' } });
    expect(await world.call('GET', `/v1/invoices/${reference}`)).toMatchObject({
      status: 503,
      body: { detail: 'The invoice exists but cannot be read right now. Retry the identical request.' },
    });

    const second = await startWorker(world);
    await waitUntil(
      'its page',
      async () => (await world.call('POST', '/v1/invoices', terms)).body.checkoutUrl,
    );
    const { account, transactionReference } = await invoices.open(reference, terms);
    await world.pay(account, '15000.00');
    await world.merchant.receives(reference, 'invoice.paid');
    await invoices.closed(reference);
    await second.kill('SIGTERM');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('a credit is reported once though the worker was killed between the credit and its webhook', async ({
    onTestFinished,
  }) => {
    const world = await worldWithoutWorker(onTestFinished);
    const accounts = createReservedAccounts(world);
    const settings = { OWARE_WEBHOOK_RETRY_SCHEDULE_MS: '500,500,500,500,500,500,500,500' };
    const first = await startWorker(world, settings);
    const reference = `killed-account-${process.pid}`;
    const number = await accounts.open(reference);
    world.merchant.answers(500);
    const { transactionReference } = await accounts.pay(number, '2500.00');
    await waitUntil('the credit', async () => (await accounts.credits(reference)).count === 1);
    await first.kill('SIGKILL');
    world.merchant.answers(204);

    const second = await startWorker(world, settings);
    const [webhook] = await accounts.receives(reference, 1);
    expect(webhook!.data.credit).toMatchObject({ amount: '2500.00', transactionReference });
    await accounts.pay(number, '1.00');
    await accounts.receives(reference, 2);
    expect(accounts.webhooks(reference)).toHaveLength(2);
    expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '2501.00' });
    await second.kill('SIGTERM');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  });
});

describe.concurrent('a killed vault', () => {
  it('a card is charged once though the vault that held it was killed during the charge', async ({
    onTestFinished,
  }) => {
    const world = await createWorld({
      settings: { recheckScheduleMs: [500, 1_000], gatewayEventGraceMs: 1_000 },
    });
    onTestFinished(() => world.close());
    const cardState = async (reference: string) =>
      cardIn(await world.call('GET', `/v1/checkouts/${reference}`)).state;
    const checkouts = createCheckouts(world, 'vault-killed');
    const reference = await checkouts.open();
    const dying = await startApi(world);
    // the gateway charges the card, but its answer is slow, its event is lost and its record lags
    await world.planFault({ on: 'call', endpoint: 'getTransaction', fault: { kind: 'lag', ms: 600_000 } });
    await world.dropEvent(reference);
    await world.planFault({
      on: 'call',
      endpoint: 'chargeCard',
      when: 'after',
      fault: { kind: 'delay', ms: 60_000 },
    });
    const charging = request(`${dying.url}/v1/checkouts/${reference}/card`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(cardAsTyped('approved')),
    });
    const cutOff = expect(charging).rejects.toThrow();
    await waitUntil('the charge', async () => (await world.collectedFor(reference)).length === 1);
    await dying.kill('SIGKILL');
    await cutOff;

    // another process serves the reads, and accepts no second card while the first is unresolved
    const barred = {
      status: 409,
      body: { type: '/problems/card-unresolved', moneyMoved: 'unknown' },
    };
    expect(await cardState(reference)).toBe('CHARGING');
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject(barred);
    await waitUntil('the vault timeout', async () => (await cardState(reference)) === 'UNKNOWN');
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject(barred);
    expect(await checkouts.post(reference, 'virtual-account')).toMatchObject(barred);
    expect(world.merchant.of(reference)).toEqual([]);

    await request(`${world.gatewayUrl}/sandbox/faults`, { method: 'DELETE' });
    await world.merchant.receives(reference, 'checkout.paid');
    const ended: unknown = await world.handle(`checkout:${reference}`).result();
    expect(ended).toMatchObject({ state: 'PAID', reason: '₦2,500.00 of ₦2,500.00 paid' });
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid']);
    expect(await world.transactionsOf(reference)).toHaveLength(1);
  });
});

async function worldWithoutWorker(
  onTestFinished: (end: () => Promise<void>) => void,
  options: WorldOptions = {},
): Promise<World> {
  const world = await createWorld({ ...options, withWorker: false });
  onTestFinished(() => world.close());
  return world;
}

/** An api process with its own vault. */
async function startApi(world: World) {
  const keysFile = join(mkdtempSync(join(tmpdir(), 'oware-keys-')), 'keys.json');
  writeFileSync(keysFile, JSON.stringify([{ name: 'tests', sha256: hashKey(API_KEY) }]));
  const port = await freePort();
  const api = startOware(['api'], {
    env: {
      TEMPORAL_ADDRESS: world.address,
      OWARE_TASK_QUEUE: world.taskQueue,
      OWARE_API_PORT: String(port),
      OWARE_API_KEYS_FILE: keysFile,
      OWARE_GATEWAY_URL: world.gatewayUrl,
      OWARE_GATEWAY_API_KEY: world.account.apiKey,
      OWARE_GATEWAY_SECRET_KEY: world.account.secretKey,
      OWARE_GATEWAY_CONTRACT: world.account.contractCode,
    },
  });
  await api.says('api is ready');
  return { ...api, url: `http://127.0.0.1:${port}` };
}
