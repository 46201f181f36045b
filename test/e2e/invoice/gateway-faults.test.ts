import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../../support/temporal/history.js';
import { type Invoices, createInvoices } from '../../support/lifecycles/invoices.js';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let invoices: Invoices;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  invoices = createInvoices(world);
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `inv-faults-${process.pid}-${(count += 1)}`;

describe.concurrent('an invoice whose creation fails', () => {
  it.each(CALL_FAULTS)('%s: is created once and paid once', async (fault) => {
    const reference = newReference();
    const [when, kind] = fault.split('.');
    await world.planFault({ on: 'call', endpoint: 'createInvoice', reference, when, fault: { kind } });
    const { account, transactionReference, checkoutUrl } = await invoices.open(reference);
    expect(checkoutUrl).toContain(world.gatewayUrl);
    await world.pay(account, '15000.00');
    await world.merchant.receives(reference, 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.paid']);
  });

  it('is created once though the gateway does not find it at first', async () => {
    const reference = newReference();
    await world.planFault({ on: 'call', endpoint: 'createInvoice', reference, fault: { kind: 'reset' } });
    await world.planFault({
      on: 'call',
      endpoint: 'getInvoice',
      reference,
      fault: { kind: 'lag', ms: 1_500 },
    });
    const { account, transactionReference } = await invoices.open(reference);
    await world.pay(account, '15000.00');
    await world.merchant.receives(reference, 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('is refused with the gateway’s reason', async () => {
    const reference = newReference();
    const { body } = await invoices.create(reference, { accountReference: 'no-such-account' });
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body.reason).toContain('Cannot find reserved account');
    await world.merchant.receives(reference, 'invoice.refused');
    await invoices.closed(reference);
  });

  it('is refused when another system has used the reference, and names that invoice', async () => {
    const reference = newReference();
    await invoices.createAtGateway(reference);
    const { body } = await invoices.create(reference);
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body).not.toHaveProperty('account');
    expect(body.reason).toMatch(`reference-used-elsewhere: invoice ${reference}, PENDING, created 20`);
  });

  it('does not adopt the invoice of another system after a lost answer', async () => {
    const reference = newReference();
    await invoices.createAtGateway(reference);
    await world.planFault({ on: 'call', endpoint: 'createInvoice', reference, fault: { kind: 'reset' } });
    const { body } = await invoices.create(reference);
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body.reason).toContain('reference-used-elsewhere');
  });
});

describe.concurrent('a cancel', () => {
  it.each(['after.reset', 'after.garbage', 'after.wrong-reference', 'before.reset', 'before.error'])(
    '%s: is checked, and done once',
    async (fault) => {
      const reference = newReference();
      const { account, transactionReference } = await invoices.open(reference);
      const [when, kind] = fault.split('.');
      await world.planFault({ on: 'call', endpoint: 'cancelInvoice', reference, when, fault: { kind } });
      expect(await invoices.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
      expect(await invoices.statusAtGateway(reference)).toBe('CANCELLED');
      expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
      await invoices.closed(reference);
      expect(world.merchant.typesOf(reference)).toEqual(['invoice.cancelled']);
      expect(world.collected(transactionReference)).toHaveLength(0);
    },
  );

  it('that was lost is refused when a payment arrived meanwhile', async () => {
    const reference = newReference();
    const { account, transactionReference } = await invoices.open(reference);
    const never = { when: 'before', times: null, fault: { kind: 'reset' } };
    await world.planFault({ on: 'call', endpoint: 'cancelInvoice', reference, ...never });
    await world.dropEvent(reference);
    const cancelling = invoices.cancel(reference);
    await world.pay(account, '15000.00');
    expect(await cancelling).toMatchObject({ status: 409, body: { detail: 'the invoice is PAID' } });
    await world.merchant.receives(reference, 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('by two callers at once is done once, and both get the same answer', async () => {
    const reference = newReference();
    await invoices.open(reference);
    const slow = { when: 'before', fault: { kind: 'delay', ms: 1_000 } };
    await world.planFault({ on: 'call', endpoint: 'cancelInvoice', reference, ...slow });
    const [one, two] = await Promise.all([invoices.cancel(reference), invoices.cancel(reference)]);
    expect(one).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    expect(two).toEqual(one);
    await invoices.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.cancelled']);
    // create, cancel, webhook
    const { counts } = await costOf(world.client, `invoice:${reference}`);
    expect(counts).toMatchObject({ ACTIVITY_TASK_SCHEDULED: 3 });
  });

  it('of a cancelled invoice gets the same answer', async () => {
    const reference = newReference();
    await invoices.open(reference);
    await invoices.cancel(reference);
    await invoices.closed(reference);
    expect(await invoices.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
  });

  it('during the creation is done after it', async () => {
    const reference = newReference();
    await world.planFault({
      on: 'call',
      endpoint: 'createInvoice',
      reference,
      when: 'before',
      fault: { kind: 'delay', ms: 1_000 },
    });
    const { reply: creating } = await invoices.start(reference);
    expect(await invoices.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    expect(await invoices.statusAtGateway(reference)).toBe('CANCELLED');
    await creating;
    await invoices.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.cancelled']);
  });

  it('before the creation could be sent leaves nothing at the gateway', async () => {
    const reference = newReference();
    const fault = { kind: 'rate-limited' };
    await world.planFault({
      on: 'call',
      endpoint: 'createInvoice',
      reference,
      when: 'before',
      times: null,
      fault,
    });
    const { reply: creating } = await invoices.start(reference);
    expect(await invoices.cancel(reference)).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', reason: 'the merchant cancelled it before it was created' },
    });
    expect(await invoices.statusAtGateway(reference)).toBe('not-found');
    expect((await creating).body).toMatchObject({ state: 'CANCELLED' });
    await invoices.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.cancelled']);
  });
});
