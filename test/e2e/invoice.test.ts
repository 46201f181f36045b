import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Billing, createBilling, HOUR } from '../support/invoices.js';
import { waitUntil } from '../support/wait-until.js';
import { resolvePath } from '../support/review.js';
import { createWorld, type World } from '../support/world.js';

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  billing = createBilling(world);
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `inv-${process.pid}-${(count += 1)}`;
const handle = (reference: string) => world.client.workflow.getHandle(`invoice:${reference}`);
const runOf = async (reference: string) => (await handle(reference).describe()).runId;

describe('an invoice', () => {
  it('is shown at once, becomes PAID, and the merchant is told once', async () => {
    const reference = newReference();
    const { status, body } = await billing.ask(reference);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      reference,
      state: 'PENDING',
      amount: '15000.00',
      description: 'School fees',
      account: { bankCode: '035', bankName: 'Wema Bank' },
    });
    expect(body.checkoutUrl).toContain(world.gatewayUrl);
    const { account } = body as unknown as { account: { bankCode: string; accountNumber: string } };
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: true });
    const webhook = await world.merchant.hears(reference, 'invoice.paid');
    expect(webhook.data).toMatchObject({
      sequence: 1,
      invoice: { state: 'PAID', paid: { amount: '15000.00' } },
    });
    await billing.ended(reference);
    expect(world.collected(body.transactionReference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    expect(billing.heard(reference)).toEqual(['invoice.paid']);
  });

  it('is asked for once by the same request, however often it comes', async () => {
    const terms = billing.terms(newReference());
    const [one, two] = await Promise.all([
      world.call('POST', '/v1/invoices', terms),
      world.call('POST', '/v1/invoices', terms),
    ]);
    expect(one.status).toBe(201);
    expect(two.body).toEqual(one.body);
  });

  it('is another one under other terms, which are named', async () => {
    const terms = billing.terms(newReference());
    await world.call('POST', '/v1/invoices', terms);
    const expiresAt = new Date(Date.now() + 9 * HOUR).toISOString();
    const refused = await world.call('POST', '/v1/invoices', { ...terms, amount: '16000.00', expiresAt });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        type: 'urn:oware:problem:reference-conflict',
        differences: ['amount', 'expiresAt'],
        moved: 'no',
      },
    });
  });

  it('is not known before it is asked for', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/confirm'],
      ['POST', '/cancel'],
    ] as const) {
      expect(await world.call(method, `/v1/invoices/never-used${path}`)).toMatchObject({
        status: 404,
        body: { type: 'urn:oware:problem:not-found', detail: 'Invoice never-used not found.' },
      });
    }
  });

  it('has nothing to decide while nothing is wrong', async () => {
    const reference = newReference();
    await billing.open(reference);
    const decision = { decision: 'accept', reason: 'why not' };
    expect(
      await world.call('POST', resolvePath(`/v1/invoices/${reference}`, 'underpaid'), decision),
    ).toMatchObject({
      status: 409,
      body: { type: 'urn:oware:problem:nothing-to-decide' },
    });
  });

  it('is awaited by who wants to know', async () => {
    const reference = newReference();
    const { account } = await billing.open(reference);
    const waiting = world.call('GET', `/v1/invoices/${reference}?wait=30s`);
    await world.pay(account, '15000.00');
    expect(await waiting).toMatchObject({ status: 200, body: { state: 'PAID' } });
  });

  it('is looked at when the payer says that it was paid and no event has come', async () => {
    const reference = newReference();
    const { account, transactionReference } = await billing.open(reference);
    expect(await world.oware.invoices.confirm(reference, 500)).toMatchObject({ state: 'PENDING' });
    await billing.plan({ on: 'event', reference, fault: { kind: 'drop' } });
    await world.pay(account, '15000.00');
    expect(await world.call('POST', `/v1/invoices/${reference}/confirm`)).toMatchObject({
      status: 200,
      body: { state: 'PAID' },
    });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('can be found by the gateway’s own reference', async () => {
    const reference = newReference();
    const { transactionReference } = await billing.open(reference);
    const query = `OwareGatewayReference = '${transactionReference}' AND OwareLifecycle = 'invoice'`;
    await waitUntil('the list', async () => (await world.client.workflow.count(query)).count === 1);
  });
});

describe('news of an invoice', () => {
  it('changes nothing when it comes again after the end', async () => {
    const reference = newReference();
    const { account } = await billing.open(reference);
    await world.pay(account, '15000.00');
    await billing.ended(reference);
    const first = await runOf(reference);
    await billing.repeatEventsOf(reference);
    await world.sandbox.deliveries.settled();
    expect(await runOf(reference)).toBe(first);
    expect(await billing.read(reference)).toMatchObject({ state: 'PAID', sequence: 1 });
    expect(billing.heard(reference)).toEqual(['invoice.paid']);
  });

  it('rebuilds one whose run was ended by force, which then lives on', async () => {
    const reference = newReference();
    const { account, transactionReference, expiresAt } = await billing.open(reference);
    await handle(reference).terminate('by force');
    await world.pay(account, '5000.00');
    await world.merchant.hears(reference, 'invoice.partially-paid');
    expect(await billing.read(reference)).toMatchObject({
      state: 'PARTIALLY_PAID',
      amount: '15000.00',
      transactionReference,
      expiresAt,
      customer: { email: 'ada@example.com', name: 'Ada Obi' },
    });
    await world.pay(account, '10000.00');
    await world.merchant.hears(reference, 'invoice.paid');
    await billing.ended(reference);
    expect(world.collected(transactionReference)).toHaveLength(2);
  });

  it('of one that nobody asked for here is told to the merchant', async () => {
    const reference = newReference();
    const { account, transactionReference } = await billing.makeAtGateway(reference);
    await world.pay(account, '15000.00');
    const webhook = await world.merchant.hears(reference, 'invoice.unexpected');
    expect(webhook.data.invoice).toMatchObject({ state: 'PAID', unexpected: true, amount: '15000.00' });
    await billing.ended(reference);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('of one that the gateway does not know either is a person’s business', async () => {
    const reference = newReference();
    await billing.payCash(reference, 700);
    const webhook = await world.merchant.hears(reference, 'invoice.unexpected');
    expect(webhook.data.invoice).toMatchObject({ state: 'PAID', paid: { amount: '700.00', method: 'CASH' } });
  });

  it('of one whose reference could never be ours is told by that reference', async () => {
    const reference = `=1+1|'"; <b>${process.pid}</b> ₦ ${'x'.repeat(120)}`;
    await billing.payCash(reference, 700, `cash-odd-${process.pid}`);
    const webhook = await world.merchant.hears(reference, 'invoice.unexpected');
    expect(webhook.data.invoice).toMatchObject({ state: 'PAID', paid: { amount: '700.00' } });
  });

  it('that a transfer was sent back is passed on once, though it names nothing of ours', async () => {
    const reference = newReference();
    const { account, transactionReference } = await billing.open(reference);
    await billing.set({ underPayment: 'REJECTED_PAYMENT' });
    await billing.plan({
      on: 'event',
      reference: transactionReference,
      fault: { kind: 'duplicate', copies: 2 },
    });
    expect(await world.pay(account, '10.00')).toMatchObject({ accepted: false });
    await billing.set({ underPayment: 'PARTIALLY_PAID' });
    const webhook = await world.merchant.hears(reference, 'invoice.payment-rejected');
    expect(webhook.data).toMatchObject({
      rejection: { transactionReference, reason: 'UNDER_PAYMENT', amount: '10.00', expected: '15000.00' },
      invoice: { state: 'PENDING' },
    });
    await world.pay(account, '15000.00');
    await world.merchant.hears(reference, 'invoice.paid');
    expect(billing.heard(reference)).toEqual(['invoice.payment-rejected', 'invoice.paid']);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });
});
