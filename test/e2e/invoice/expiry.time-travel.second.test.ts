import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Invoices, createInvoices } from '../../support/lifecycles/invoices.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let invoices: Invoices;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  invoices = createInvoices(world);
  await invoices.recordWrites();
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

describe('at the expiry of an invoice', () => {
  /** Moves the gateway's clock to the second; the workflows follow at the next `pass`. */
  async function untilSecondsBefore(expiresAt: string, seconds: number): Promise<void> {
    await world.pass(Date.parse(expiresAt) - invoices.now() - MINUTE, HOUR);
    await world.runAhead(Date.parse(expiresAt) - invoices.now() - seconds * 1000);
  }

  it('a payment one second before it counts', async () => {
    const { account, expiresAt, transactionReference } = await invoices.open('second-before');
    await untilSecondsBefore(expiresAt, 1);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: true });
    await world.merchant.receives('second-before', 'invoice.paid');
    expect(await invoices.read('second-before')).not.toHaveProperty('reviewItems');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('a payment one second after it is rejected, and the invoice is EXPIRED', async () => {
    const { account, expiresAt, transactionReference } = await invoices.open('second-after');
    await untilSecondsBefore(expiresAt, -1);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
    await world.pass(2 * MINUTE);
    await invoices.becomes('second-after', 'EXPIRED');
    expect(world.collected(transactionReference)).toHaveLength(0);
  });

  it('a payment that the gateway accepts one second late still pays the invoice', async () => {
    await world.setSwitches({ latePayment: 'ACCEPTED' });
    const { account, expiresAt, transactionReference } = await invoices.open('taken-late');
    await untilSecondsBefore(expiresAt, -1);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: true });
    await world.merchant.receives('taken-late', 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(world.merchant.typesOf('taken-late')).toEqual(['invoice.paid']);
    await world.setSwitches({ latePayment: 'REFUSED' });
  });

  it('a payment that the gateway accepts after EXPIRED was reported is held for review', async () => {
    await world.setSwitches({ latePayment: 'ACCEPTED' });
    const { account, transactionReference } = await invoices.open('late');
    await world.pass(6 * HOUR + MINUTE, HOUR);
    await invoices.closed('late');
    await world.pay(account, '15000.00');
    const webhook = await world.merchant.receives('late', 'invoice.on-hold');
    expect(webhook.data).toMatchObject({
      sequence: 2,
      invoice: {
        state: 'PAID',
        reviewItems: [
          {
            kind: 'paid-late',
            atRisk: '15000.00',
            reason: 'paid after it was already EXPIRED',
          },
        ],
      },
    });
    expect(world.collected(transactionReference)).toHaveLength(1);
    await world.setSwitches({ latePayment: 'REFUSED' });
  });

  it('a payment whose event never arrived is found by the safety check', async () => {
    const { account, transactionReference } = await invoices.open('event-lost');
    await world.dropEvent('event-lost');
    await world.pay(account, '15000.00');
    await world.pass(6 * MINUTE);
    await invoices.becomes('event-lost', 'PAID');
    await world.merchant.receives('event-lost', 'invoice.paid');
    expect(world.merchant.typesOf('event-lost')).toEqual(['invoice.paid']);
    expect(world.collected(transactionReference)).toHaveLength(1);
    // the run waits a grace period for the event, which does not arrive
    await world.pass(3 * MINUTE);
    await invoices.closed('event-lost');
  });

  it('the worker checks until the gateway answers, however long it is unavailable', async () => {
    const { transactionReference } = await invoices.open('gateway-away');
    const lag = { kind: 'lag', ms: 7 * HOUR };
    await world.planFault({
      on: 'call',
      endpoint: 'getTransaction',
      reference: transactionReference,
      fault: lag,
    });
    await world.planFault({ on: 'call', endpoint: 'getInvoice', reference: 'gateway-away', fault: lag });
    await world.pass(6 * HOUR + 10 * MINUTE, HOUR);
    await invoices.becomes('gateway-away', 'CLOSING');
    await world.pass(2 * HOUR);
    expect(await invoices.becomes('gateway-away', 'EXPIRED')).toMatchObject({
      reason: 'the gateway reports EXPIRED',
    });
    await invoices.closed('gateway-away');
  });

  it('an unknown status of the gateway does not close the invoice', async () => {
    const { transactionReference } = await invoices.open('unknown-status');
    const flap = { kind: 'flap', status: 'ON_HOLD' };
    await world.planFault({
      on: 'call',
      endpoint: 'getTransaction',
      reference: transactionReference,
      fault: flap,
    });
    await world.planFault({ on: 'call', endpoint: 'getInvoice', reference: 'unknown-status', fault: flap });
    await world.pass(6 * HOUR + MINUTE, HOUR);
    await world.pass(10 * MINUTE);
    await invoices.becomes('unknown-status', 'EXPIRED');
    await invoices.closed('unknown-status');
    expect(world.merchant.typesOf('unknown-status')).toEqual(['invoice.expired']);
  });
});
