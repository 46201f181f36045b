import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../../support/temporal/history.js';
import { type Invoices, createInvoices } from '../../support/lifecycles/invoices.js';
import { WAYS_TO_GO_WRONG } from '../../support/gateway-faults.js';
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

describe('an invoice whose making goes wrong', () => {
  it.each(WAYS_TO_GO_WRONG)('%s: is made once, shown, and paid once', async (fault) => {
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

  it('is made once though the gateway does not find it at first', async () => {
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

  it('is refused when the gateway says no, with its reason', async () => {
    const reference = newReference();
    const { body } = await invoices.create(reference, { accountReference: 'nobody' });
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body.reason).toContain('Cannot find reserved account');
    await world.merchant.receives(reference, 'invoice.refused');
    await invoices.closed(reference);
  });

  it('is refused when somebody else has used the reference, and shows what is there', async () => {
    const reference = newReference();
    await invoices.createAtGateway(reference);
    const { body } = await invoices.create(reference);
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body).not.toHaveProperty('account');
    expect(body.reason).toMatch(`reference-used-elsewhere: invoice ${reference}, PENDING, created 20`);
  });

  it('does not take a stranger’s invoice for its own, though its answer was lost', async () => {
    const reference = newReference();
    await invoices.createAtGateway(reference);
    await world.planFault({ on: 'call', endpoint: 'createInvoice', reference, fault: { kind: 'reset' } });
    const { body } = await invoices.create(reference);
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body.reason).toContain('reference-used-elsewhere');
  });
});

describe('a cancel', () => {
  it.each(['after.reset', 'after.garbage', 'after.wrong-reference', 'before.reset', 'before.error'])(
    '%s: is asked about, and done once',
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

  it('that was lost loses against money that came meanwhile', async () => {
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

  it('by two at once is done once, and both hear the same', async () => {
    const reference = newReference();
    await invoices.open(reference);
    const slow = { when: 'before', fault: { kind: 'delay', ms: 1_000 } };
    await world.planFault({ on: 'call', endpoint: 'cancelInvoice', reference, ...slow });
    const [one, two] = await Promise.all([invoices.cancel(reference), invoices.cancel(reference)]);
    expect(one).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    expect(two).toEqual(one);
    await invoices.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.cancelled']);
    // make, cancel, tell
    const { counts } = await costOf(world.client, `invoice:${reference}`);
    expect(counts).toMatchObject({ ACTIVITY_TASK_SCHEDULED: 3 });
  });

  it('U3: of one that is cancelled already gets the same answer', async () => {
    const reference = newReference();
    await invoices.open(reference);
    await invoices.cancel(reference);
    await invoices.closed(reference);
    expect(await invoices.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
  });

  it('while it is being made is done when it has been', async () => {
    const reference = newReference();
    await world.planFault({
      on: 'call',
      endpoint: 'createInvoice',
      reference,
      when: 'before',
      fault: { kind: 'delay', ms: 1_000 },
    });
    const { reply: asking } = await invoices.start(reference);
    expect(await invoices.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    expect(await invoices.statusAtGateway(reference)).toBe('CANCELLED');
    await asking;
    await invoices.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.cancelled']);
  });

  it('while it could not be made yet leaves nothing at the gateway', async () => {
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
    const { reply: asking } = await invoices.start(reference);
    expect(await invoices.cancel(reference)).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', reason: 'the merchant cancelled it before it was made' },
    });
    expect(await invoices.statusAtGateway(reference)).toBe('not-found');
    expect((await asking).body).toMatchObject({ state: 'CANCELLED' });
    await invoices.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['invoice.cancelled']);
  });
});
