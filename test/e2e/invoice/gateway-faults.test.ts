import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../../support/temporal/history.js';
import { type Billing, createBilling } from '../../support/lifecycles/invoices.js';
import { waitUntil } from '../../support/wait-until.js';
import { WAYS_TO_GO_WRONG } from '../../support/gateway-faults.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  billing = createBilling(world);
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `inv-faults-${process.pid}-${(count += 1)}`;
const handle = (reference: string) => world.client.workflow.getHandle(`invoice:${reference}`);

describe('an invoice whose making goes wrong', () => {
  it.each(WAYS_TO_GO_WRONG)('%s: is made once, shown, and paid once', async (fault) => {
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
    expect(body.reason).toContain('Cannot find reserved account');
    await world.merchant.hears(reference, 'invoice.refused');
    await billing.ended(reference);
  });

  it('is refused when somebody else has used the reference, and shows what is there', async () => {
    const reference = newReference();
    await billing.makeAtGateway(reference);
    const { body } = await billing.ask(reference);
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body).not.toHaveProperty('account');
    expect(body.reason).toMatch(`reference-used-elsewhere: invoice ${reference}, PENDING, created 20`);
  });

  it('does not take a stranger’s invoice for its own, though its answer was lost', async () => {
    const reference = newReference();
    await billing.makeAtGateway(reference);
    await billing.plan({ on: 'call', endpoint: 'createInvoice', reference, fault: { kind: 'reset' } });
    const { body } = await billing.ask(reference);
    expect(body).toMatchObject({ state: 'REFUSED' });
    expect(body.reason).toContain('reference-used-elsewhere');
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

  it('U3: of one that is cancelled already gets the same answer', async () => {
    const reference = newReference();
    await billing.open(reference);
    await billing.cancel(reference);
    await billing.ended(reference);
    expect(await billing.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
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
      body: { state: 'CANCELLED', reason: 'the merchant cancelled it before it was made' },
    });
    expect(await billing.statusAtGateway(reference)).toBe('not-found');
    expect((await asking).body).toMatchObject({ state: 'CANCELLED' });
    await billing.ended(reference);
    expect(billing.heard(reference)).toEqual(['invoice.cancelled']);
  });
});
