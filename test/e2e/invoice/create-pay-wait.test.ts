import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Invoices, createInvoices } from '../../support/lifecycles/invoices.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, HOUR, type World } from '../../support/world/world.js';

let world: World;
let invoices: Invoices;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  invoices = createInvoices(world);
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `inv-${process.pid}-${(count += 1)}`;

describe.concurrent('an invoice', () => {
  it('returns its account at once, becomes PAID, and the merchant receives one webhook', async () => {
    const reference = newReference();
    const { status, body } = await invoices.create(reference);
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
    const webhook = await world.merchant.receives(reference, 'invoice.paid');
    expect(webhook.data).toMatchObject({
      sequence: 1,
      invoice: { state: 'PAID', paid: { amount: '15000.00' } },
    });
    await invoices.closed(reference);
    expect(world.collected(body.transactionReference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.paid']);
  });

  it('is created once for the same request', async () => {
    const terms = invoices.terms(newReference());
    const [one, two] = await Promise.all([
      world.call('POST', '/v1/invoices', terms),
      world.call('POST', '/v1/invoices', terms),
    ]);
    expect(one.status).toBe(201);
    expect(two.body).toEqual(one.body);
  });

  it('is refused with different terms, which are named', async () => {
    const terms = invoices.terms(newReference());
    await world.call('POST', '/v1/invoices', terms);
    const expiresAt = new Date(Date.now() + 9 * HOUR).toISOString();
    const refused = await world.call('POST', '/v1/invoices', { ...terms, amount: '16000.00', expiresAt });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        type: '/problems/reference-conflict',
        differences: ['amount', 'expiresAt'],
        moneyMoved: 'no',
      },
    });
  });

  it('is not found before it is created', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/confirm'],
      ['POST', '/cancel'],
    ] as const) {
      expect(await world.call(method, `/v1/invoices/never-used${path}`)).toMatchObject({
        status: 404,
        body: { type: '/problems/not-found', detail: 'Invoice never-used not found.' },
      });
    }
  });

  it('has nothing to resolve while nothing needs review', async () => {
    const reference = newReference();
    await invoices.open(reference);
    const decision = { decision: 'accept', reason: 'why not' };
    expect(await invoices.resolve(reference, 'underpaid', decision)).toMatchObject({
      status: 409,
      body: { type: '/problems/nothing-to-resolve' },
    });
  });

  it('can be waited for', async () => {
    const reference = newReference();
    const { account } = await invoices.open(reference);
    const waiting = world.call('GET', `/v1/invoices/${reference}?wait=30s`);
    await world.pay(account, '15000.00');
    expect(await waiting).toMatchObject({ status: 200, body: { state: 'PAID' } });
  });

  it('is checked by confirm when no event has arrived', async () => {
    const reference = newReference();
    const { account, transactionReference } = await invoices.open(reference);
    expect(await world.oware.invoices.confirm(reference, 500)).toMatchObject({ state: 'PENDING' });
    await world.dropEvent(reference);
    await world.pay(account, '15000.00');
    expect(await world.call('POST', `/v1/invoices/${reference}/confirm`)).toMatchObject({
      status: 200,
      body: { state: 'PAID' },
    });
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('can be found by the gateway’s reference', async () => {
    const reference = newReference();
    const { transactionReference } = await invoices.open(reference);
    const query = `OwareGatewayReference = '${transactionReference}' AND OwareLifecycle = 'invoice'`;
    await waitUntil('the list', async () => (await world.client.workflow.count(query)).count === 1);
  });
});

describe.concurrent('an event about an invoice', () => {
  it('changes nothing when it is replayed after the invoice has closed', async () => {
    const reference = newReference();
    const { account } = await invoices.open(reference);
    await world.pay(account, '15000.00');
    await invoices.closed(reference);
    const first = await invoices.runIdOf(reference);
    await world.replayEventOf(`"${reference}"`);
    expect(await invoices.runIdOf(reference)).toBe(first);
    expect(await invoices.read(reference)).toMatchObject({ state: 'PAID', sequence: 1 });
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.paid']);
  });

  it('rebuilds an invoice whose run was terminated', async () => {
    const reference = newReference();
    const { account, transactionReference, expiresAt } = await invoices.open(reference);
    await world.handle(invoices.id(reference)).terminate('by force');
    await world.pay(account, '5000.00');
    await world.merchant.receives(reference, 'invoice.partially-paid');
    expect(await invoices.read(reference)).toMatchObject({
      state: 'PARTIALLY_PAID',
      amount: '15000.00',
      transactionReference,
      expiresAt,
      customer: { email: 'ada@example.com', name: 'Ada Obi' },
    });
    await world.pay(account, '10000.00');
    await world.merchant.receives(reference, 'invoice.paid');
    await invoices.closed(reference);
    expect(world.collected(transactionReference)).toHaveLength(2);
  });

  it('of another system is reported as unexpected', async () => {
    const reference = newReference();
    const { account, transactionReference } = await invoices.createAtGateway(reference);
    await world.pay(account, '15000.00');
    const webhook = await world.merchant.receives(reference, 'invoice.unexpected');
    expect(webhook.data.invoice).toMatchObject({ state: 'PAID', unexpected: true, amount: '15000.00' });
    await invoices.closed(reference);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('paid in cash under an unknown reference is reported as unexpected', async () => {
    const reference = newReference();
    await invoices.payCash(reference, 700);
    const webhook = await world.merchant.receives(reference, 'invoice.unexpected');
    expect(webhook.data.invoice).toMatchObject({ state: 'PAID', paid: { amount: '700.00', method: 'CASH' } });
  });

  it('with a reference that Oware never creates is reported under that reference', async () => {
    const reference = `=1+1|'"; <b>${process.pid}</b> ₦ ${'x'.repeat(120)}`;
    await invoices.payCash(reference, 700, `cash-odd-${process.pid}`);
    const webhook = await world.merchant.receives(reference, 'invoice.unexpected');
    expect(webhook.data.invoice).toMatchObject({ state: 'PAID', paid: { amount: '700.00' } });
  });
});

// alone: it changes what the gateway does with every payment
it('an event about a rejected transfer is reported once, though it does not name the invoice', async () => {
  const reference = newReference();
  const { account, transactionReference } = await invoices.open(reference);
  await world.setSwitches({ underPayment: 'REJECTED_PAYMENT' });
  await world.planFault({
    on: 'event',
    reference: transactionReference,
    fault: { kind: 'duplicate', copies: 2 },
  });
  expect(await world.pay(account, '10.00')).toMatchObject({ accepted: false });
  await world.setSwitches({ underPayment: 'PARTIALLY_PAID' });
  const webhook = await world.merchant.receives(reference, 'invoice.payment-rejected');
  expect(webhook.data).toMatchObject({
    rejection: { transactionReference, reason: 'UNDER_PAYMENT', amount: '10.00', expected: '15000.00' },
    invoice: { state: 'PENDING' },
  });
  await world.pay(account, '15000.00');
  await world.merchant.receives(reference, 'invoice.paid');
  expect(world.merchant.typesOf(reference)).toEqual(['invoice.payment-rejected', 'invoice.paid']);
  expect(world.collected(transactionReference)).toHaveLength(1);
});

it('every rejected transfer is reported to the invoice, also after the run that forwarded the first has closed', async () => {
  const reference = newReference();
  const { account, transactionReference } = await invoices.open(reference);
  const forwarding = async () => {
    const found = [];
    const query = `TaskQueue = '${world.taskQueue}' AND WorkflowId STARTS_WITH 'checkout:'`;
    for await (const { status } of world.client.workflow.list({ query }))
      found.push(status.name === 'COMPLETED');
    return found;
  };
  const before = (await forwarding()).length;
  await world.setSwitches({ underPayment: 'REJECTED_PAYMENT' });
  await world.pay(account, '10.00');
  await world.merchant.receives(reference, 'invoice.payment-rejected');
  const allClosed = async (atLeast: number) => {
    const runs = await forwarding();
    return runs.length >= atLeast && runs.every(Boolean);
  };
  await waitUntil('the end of the run that forwarded it', () => allClosed(before + 1));
  await world.pay(account, '20.00');
  await world.setSwitches({ underPayment: 'PARTIALLY_PAID' });
  const rejected = () =>
    world.merchant.of(reference).filter(({ type }) => type === 'invoice.payment-rejected');
  await waitUntil('the second one', () => rejected().length === 2);
  expect(rejected().map(({ data }) => data.rejection)).toMatchObject([
    { transactionReference, amount: '10.00' },
    { transactionReference, amount: '20.00' },
  ]);
  await waitUntil('the end of the run that forwarded the second', () => allClosed(before + 2));
});
