import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Billing, createBilling, HOUR } from '../../support/lifecycles/invoices.js';
import { createMovedWorld, type MovedWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

let world: MovedWorld;
let billing: Billing;
beforeAll(async () => {
  world = await createMovedWorld();
  billing = createBilling(world);
  await billing.watchWrites();
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

describe('at the end of an invoice', () => {
  /** The gateway's clock runs ahead to the last second; ours follows with whatever comes next. */
  async function untilSecondsBefore(expiresAt: string, seconds: number): Promise<void> {
    await world.pass(Date.parse(expiresAt) - billing.now() - MINUTE, HOUR);
    await world.runAhead(Date.parse(expiresAt) - billing.now() - seconds * 1000);
  }

  it('a payment one second before it counts', async () => {
    const { account, expiresAt, transactionReference } = await billing.open('second-before');
    await untilSecondsBefore(expiresAt, 1);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: true });
    await world.merchant.hears('second-before', 'invoice.paid');
    expect(await billing.read('second-before')).not.toHaveProperty('reviewItems');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('a payment one second after it goes back, and the invoice is EXPIRED', async () => {
    const { account, expiresAt, transactionReference } = await billing.open('second-after');
    await untilSecondsBefore(expiresAt, -1);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
    await world.pass(2 * MINUTE);
    await billing.becomes('second-after', 'EXPIRED');
    expect(world.collected(transactionReference)).toHaveLength(0);
  });

  it('a payment that the gateway takes a second too late is money all the same', async () => {
    await billing.set({ latePayment: 'ACCEPTED' });
    const { account, expiresAt, transactionReference } = await billing.open('taken-late');
    await untilSecondsBefore(expiresAt, -1);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: true });
    await world.merchant.hears('taken-late', 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
    expect(billing.heard('taken-late')).toEqual(['invoice.paid']);
    await billing.set({ latePayment: 'REFUSED' });
  });

  it('a payment that the gateway takes after it was told as EXPIRED is held as late', async () => {
    await billing.set({ latePayment: 'ACCEPTED' });
    const { account, transactionReference } = await billing.open('late');
    await world.pass(6 * HOUR + MINUTE, HOUR);
    await billing.ended('late');
    await world.pay(account, '15000.00');
    const webhook = await world.merchant.hears('late', 'invoice.on-hold');
    expect(webhook.data).toMatchObject({
      sequence: 2,
      invoice: {
        state: 'PAID',
        reviewItems: [
          {
            kind: 'paid-late',
            atRisk: '15000.00',
            reason: 'it was paid after it had ended EXPIRED',
          },
        ],
      },
    });
    expect(world.collected(transactionReference)).toHaveLength(1);
    await billing.set({ latePayment: 'REFUSED' });
  });

  it('a payment whose event never came is found by the safety check (K10, U3)', async () => {
    const { account, transactionReference } = await billing.open('event-lost');
    await billing.plan({ on: 'event', reference: 'event-lost', fault: { kind: 'drop' } });
    await world.pay(account, '15000.00');
    await world.pass(6 * MINUTE);
    await billing.becomes('event-lost', 'PAID');
    await world.merchant.hears('event-lost', 'invoice.paid');
    expect(billing.heard('event-lost')).toEqual(['invoice.paid']);
    expect(world.collected(transactionReference)).toHaveLength(1);
    // it stays a little for the event, which does not come
    await world.pass(3 * MINUTE);
    await billing.ended('event-lost');
  });

  it('the gateway is asked until it answers, however long it is away', async () => {
    const { transactionReference } = await billing.open('gateway-away');
    const lag = { kind: 'lag', ms: 7 * HOUR };
    await billing.plan({
      on: 'call',
      endpoint: 'getTransaction',
      reference: transactionReference,
      fault: lag,
    });
    await billing.plan({ on: 'call', endpoint: 'getInvoice', reference: 'gateway-away', fault: lag });
    await world.pass(6 * HOUR + 10 * MINUTE, HOUR);
    await billing.becomes('gateway-away', 'CLOSING');
    await world.pass(2 * HOUR);
    expect(await billing.becomes('gateway-away', 'EXPIRED')).toMatchObject({
      reason: 'the gateway says EXPIRED',
    });
    await billing.ended('gateway-away');
  });

  it('a word that the gateway has never used before is waited out, not taken for an end', async () => {
    const { transactionReference } = await billing.open('new-word');
    const flap = { kind: 'flap', status: 'ON_HOLD' };
    await billing.plan({
      on: 'call',
      endpoint: 'getTransaction',
      reference: transactionReference,
      fault: flap,
    });
    await billing.plan({ on: 'call', endpoint: 'getInvoice', reference: 'new-word', fault: flap });
    await world.pass(6 * HOUR + MINUTE, HOUR);
    await world.pass(10 * MINUTE);
    await billing.becomes('new-word', 'EXPIRED');
    await billing.ended('new-word');
    expect(billing.heard('new-word')).toEqual(['invoice.expired']);
  });
});
