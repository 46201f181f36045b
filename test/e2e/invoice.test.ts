import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../support/history.js';
import { type Billing, createBilling, HOUR } from '../support/invoices.js';
import { waitUntil } from '../support/wait-until.js';
import { createWorld, type World } from '../support/world.js';

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld({ settings: { lookAgainMs: [100, 200, 1_000], lingerMs: 100 } });
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
    const notice = await world.merchant.hears(reference, 'invoice.paid');
    expect(notice.data).toMatchObject({
      sequence: 1,
      invoice: { state: 'PAID', paid: { amount: '15000.00' } },
    });
    await billing.ended(reference);
    expect(world.collected(body.transactionReference)).toHaveLength(1);
    expect(world.sandbox.books.audit()).toMatchObject({ balanced: true });
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
      body: { type: 'urn:oware:problem:terms-differ', differences: ['amount', 'expiresAt'], moved: 'no' },
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
        body: { type: 'urn:oware:problem:not-found', detail: 'no invoice never-used is known' },
      });
    }
  });

  it('has nothing to decide while nothing is wrong', async () => {
    const reference = newReference();
    await billing.open(reference);
    const decision = { decision: 'accept', reason: 'why not' };
    expect(await world.call('POST', `/v1/invoices/${reference}/decide`, decision)).toMatchObject({
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
    const query = `OwareGatewayReference = '${transactionReference}' AND OwareStory = 'invoice'`;
    await waitUntil('the list', async () => (await world.client.workflow.count(query)).count === 1);
  });
});

describe('an invoice whose making goes wrong', () => {
  it.each([
    'after.reset',
    'after.error',
    'after.bad-gateway',
    'after.truncated',
    'after.garbage',
    'after.wrong-envelope',
    'after.wrong-reference',
    'before.reset',
    'before.error',
    'before.unauthorized',
    'before.rate-limited',
  ])('%s: is made once, shown, and paid once', async (fault) => {
    const reference = newReference();
    const [when, kind] = fault.split('.');
    await billing.plan({ on: 'call', endpoint: 'createInvoice', reference, when, fault: { kind } });
    const { account, transactionReference, checkoutUrl } = await billing.open(reference);
    expect(checkoutUrl).toContain(world.gatewayUrl);
    await world.pay(account, '15000.00');
    await world.merchant.hears(reference, 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(billing.heard(reference)).toEqual(['invoice.paid']);
  });

  it('is made once though the gateway does not find it at first', async () => {
    const reference = newReference();
    await billing.plan({ on: 'call', endpoint: 'createInvoice', reference, fault: { kind: 'reset' } });
    await billing.plan({ on: 'call', endpoint: 'getInvoice', reference, fault: { kind: 'lag', ms: 1_500 } });
    const { account, transactionReference } = await billing.open(reference);
    await world.pay(account, '15000.00');
    await world.merchant.hears(reference, 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('is refused when the gateway says no, with its reason', async () => {
    const reference = newReference();
    const { body } = await billing.ask(reference, { accountReference: 'nobody' });
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body.because).toContain('Cannot find reserved account');
    await world.merchant.hears(reference, 'invoice.refused');
    await billing.ended(reference);
  });

  it('is refused when somebody else has used the reference, and shows what is there', async () => {
    const reference = newReference();
    await billing.makeAtGateway(reference);
    const { body } = await billing.ask(reference);
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body).not.toHaveProperty('account');
    expect(body.because).toMatch(`reference-used-elsewhere: invoice ${reference}, PENDING, created 20`);
  });

  it('does not take a stranger’s invoice for its own, though its answer was lost', async () => {
    const reference = newReference();
    await billing.makeAtGateway(reference);
    await billing.plan({ on: 'call', endpoint: 'createInvoice', reference, fault: { kind: 'reset' } });
    const { body } = await billing.ask(reference);
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body.because).toContain('reference-used-elsewhere');
  });
});

describe('a cancel', () => {
  it.each(['after.reset', 'after.garbage', 'after.wrong-reference', 'before.reset', 'before.error'])(
    '%s: is asked about, and done once',
    async (fault) => {
      const reference = newReference();
      const { account, transactionReference } = await billing.open(reference);
      const [when, kind] = fault.split('.');
      await billing.plan({ on: 'call', endpoint: 'cancelInvoice', reference, when, fault: { kind } });
      expect(await billing.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
      expect(await billing.statusAtGateway(reference)).toBe('CANCELLED');
      expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
      await billing.ended(reference);
      expect(billing.heard(reference)).toEqual(['invoice.cancelled']);
      expect(world.collected(transactionReference)).toHaveLength(0);
    },
  );

  it('that was lost loses against money that came meanwhile', async () => {
    const reference = newReference();
    const { account, transactionReference } = await billing.open(reference);
    const never = { when: 'before', times: null, fault: { kind: 'reset' } };
    await billing.plan({ on: 'call', endpoint: 'cancelInvoice', reference, ...never });
    await billing.plan({ on: 'event', reference, fault: { kind: 'drop' } });
    const cancelling = billing.cancel(reference);
    await world.pay(account, '15000.00');
    expect(await cancelling).toMatchObject({ status: 409, body: { detail: 'the invoice is PAID' } });
    await world.merchant.hears(reference, 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('by two at once is done once, and both hear the same', async () => {
    const reference = newReference();
    await billing.open(reference);
    const slow = { when: 'before', fault: { kind: 'delay', ms: 1_000 } };
    await billing.plan({ on: 'call', endpoint: 'cancelInvoice', reference, ...slow });
    const [one, two] = await Promise.all([billing.cancel(reference), billing.cancel(reference)]);
    expect(one).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    expect(two).toEqual(one);
    await billing.ended(reference);
    expect(billing.heard(reference)).toEqual(['invoice.cancelled']);
    // make, cancel, tell
    const { counts } = await costOf(world.client, `invoice:${reference}`);
    expect(counts).toMatchObject({ ACTIVITY_TASK_SCHEDULED: 3 });
  });

  it('of one that is over says what it is', async () => {
    const reference = newReference();
    await billing.open(reference);
    await billing.cancel(reference);
    await billing.ended(reference);
    expect(await billing.cancel(reference)).toMatchObject({
      status: 409,
      body: { type: 'urn:oware:problem:not-open', detail: 'the invoice is CANCELLED', moved: 'no' },
    });
  });

  it('while it is being made is done when it has been', async () => {
    const reference = newReference();
    await billing.plan({
      on: 'call',
      endpoint: 'createInvoice',
      reference,
      when: 'before',
      fault: { kind: 'delay', ms: 1_000 },
    });
    const asking = billing.ask(reference);
    await waitUntil('its start', () =>
      handle(reference)
        .describe()
        .catch(() => undefined),
    );
    expect(await billing.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    expect(await billing.statusAtGateway(reference)).toBe('CANCELLED');
    await asking;
    await billing.ended(reference);
    expect(billing.heard(reference)).toEqual(['invoice.cancelled']);
  });

  it('while it could not be made yet leaves nothing at the gateway', async () => {
    const reference = newReference();
    const fault = { kind: 'rate-limited' };
    await billing.plan({
      on: 'call',
      endpoint: 'createInvoice',
      reference,
      when: 'before',
      times: null,
      fault,
    });
    const asking = billing.ask(reference);
    await waitUntil('its start', () =>
      handle(reference)
        .describe()
        .catch(() => undefined),
    );
    expect(await billing.cancel(reference)).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', because: 'the merchant cancelled it before it was made' },
    });
    expect(await billing.statusAtGateway(reference)).toBe('not-found');
    expect((await asking).body).toMatchObject({ state: 'CANCELLED' });
    await billing.ended(reference);
    expect(billing.heard(reference)).toEqual(['invoice.cancelled']);
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
    await waitUntil('a run from the news', async () => (await runOf(reference)) !== first);
    await billing.ended(reference);
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
    const notice = await world.merchant.hears(reference, 'invoice.unexpected');
    expect(notice.data.invoice).toMatchObject({ state: 'PAID', unexpected: true, amount: '15000.00' });
    await billing.ended(reference);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('of one that the gateway does not know either is a person’s business', async () => {
    const reference = newReference();
    await billing.payCash(reference, 700);
    const notice = await world.merchant.hears(reference, 'invoice.unexpected');
    expect(notice.data.invoice).toMatchObject({ state: 'PAID', paid: { amount: '700.00', method: 'CASH' } });
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
    const notice = await world.merchant.hears(reference, 'invoice.payment-rejected');
    expect(notice.data).toMatchObject({
      rejection: { transactionReference, reason: 'UNDER_PAYMENT', amount: '10.00', expected: '15000.00' },
      invoice: { state: 'PENDING' },
    });
    await world.pay(account, '15000.00');
    await world.merchant.hears(reference, 'invoice.paid');
    expect(billing.heard(reference)).toEqual(['invoice.payment-rejected', 'invoice.paid']);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });
});
