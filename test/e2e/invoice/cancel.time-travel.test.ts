import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Billing, createBilling, HOUR } from '../../support/lifecycles/invoices.js';
import { createMovedWorld, type MovedWorld } from '../../support/world/time-travel-world.js';
import { resolvePath } from '../../support/lifecycles/review-items.js';
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

describe('a cancelled invoice', () => {
  it('is cancelled at the gateway, which takes no money for it any more', async () => {
    const { account, transactionReference } = await billing.open('cancelled');
    expect(await billing.cancel('cancelled')).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', reason: 'the merchant cancelled it' },
    });
    expect(await billing.statusAtGateway('cancelled')).toBe('CANCELLED');
    await billing.ended('cancelled');
    expect(billing.heard('cancelled')).toEqual(['invoice.cancelled']);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
    expect(world.collected(transactionReference)).toHaveLength(0);
  });

  it('is held as late when money comes all the same, here in cash', async () => {
    await billing.open('cash-after-cancel');
    await billing.cancel('cash-after-cancel');
    await billing.ended('cash-after-cancel');
    await billing.payCash('cash-after-cancel', 15_000);
    const webhook = await world.merchant.hears('cash-after-cancel', 'invoice.on-hold');
    expect(webhook.data.invoice).toMatchObject({
      state: 'PAID',
      paid: { amount: '15000.00', method: 'CASH' },
      reviewItems: [{ kind: 'paid-late', reason: 'it was paid after it had ended CANCELLED' }],
    });
    const decision = { decision: 'accept', reason: 'the pupil may stay' };
    await world.call('POST', resolvePath('/v1/invoices/cash-after-cancel', 'paid-late'), decision);
    await world.merchant.hears('cash-after-cancel', 'invoice.review-resolved');
    await world.merchant.hears('cash-after-cancel', 'invoice.paid');
    await world.pass(3 * MINUTE);
    await billing.ended('cash-after-cancel');
  });

  it('by somebody else at the gateway is told when its time is over', async () => {
    await billing.open('cancelled-elsewhere');
    await billing.cancelAtGateway('cancelled-elsewhere');
    await world.pass(6 * HOUR + MINUTE, HOUR);
    expect(await billing.becomes('cancelled-elsewhere', 'CANCELLED')).toMatchObject({
      reason: 'the gateway says CANCELLED',
    });
    expect(billing.heard('cancelled-elsewhere')).toEqual(['invoice.cancelled']);
  });

  it('by somebody else at the gateway is what the merchant wanted, when asked to cancel it', async () => {
    await billing.open('cancelled-before-us');
    await billing.cancelAtGateway('cancelled-before-us');
    expect(await billing.cancel('cancelled-before-us')).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', reason: 'the gateway says CANCELLED' },
    });
  });
});

describe('an invoice cancelled and paid in the same second', () => {
  it('is PAID when the money was first, though its event is late', async () => {
    const { account, transactionReference } = await billing.open('money-first');
    await billing.plan({ on: 'event', reference: 'money-first', fault: { kind: 'delay', ms: 10 * MINUTE } });
    await world.pay(account, '15000.00');
    expect(await billing.cancel('money-first')).toMatchObject({
      status: 409,
      body: { type: 'urn:oware:problem:not-open', detail: 'the invoice is PAID', moneyMoved: 'no' },
    });
    await world.merchant.hears('money-first', 'invoice.paid');
    await world.pass(20 * MINUTE);
    await billing.ended('money-first');
    expect(await billing.read('money-first')).toMatchObject({ state: 'PAID' });
    expect(billing.heard('money-first')).toEqual(['invoice.paid']);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('is CANCELLED when the cancel was first, and the payer keeps the money', async () => {
    const { account, transactionReference } = await billing.open('cancel-first');
    expect(await billing.cancel('cancel-first')).toMatchObject({ status: 200 });
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
    await billing.ended('cancel-first');
    expect(billing.heard('cancel-first')).toEqual(['invoice.cancelled']);
    expect(world.collected(transactionReference)).toHaveLength(0);
  });

  it('is one or the other, never both, when nobody knows who was first', async () => {
    const references = Array.from({ length: 8 }, (_, index) => `at-once-${index}`);
    for (const reference of references) {
      const { account, transactionReference } = await billing.open(reference);
      const [paid, cancelled] = await Promise.all([
        world.pay(account, '15000.00'),
        billing.cancel(reference),
      ]);
      const type = paid.accepted ? 'invoice.paid' : 'invoice.cancelled';
      expect(cancelled.status).toBe(paid.accepted ? 409 : 200);
      await world.merchant.hears(reference, type);
      await world.sandbox.deliveries.settled();
      expect(billing.heard(reference)).toEqual([type]);
      expect(world.collected(transactionReference)).toHaveLength(paid.accepted ? 1 : 0);
    }
  });

  it('is not cancelled when a part was paid: the gateway refuses, and the merchant hears why', async () => {
    const { account, transactionReference } = await billing.open('part-first');
    await billing.plan({ on: 'event', reference: 'part-first', fault: { kind: 'delay', ms: 10 * MINUTE } });
    await world.pay(account, '1.00');
    expect(await billing.cancel('part-first')).toMatchObject({
      status: 409,
      body: { detail: 'the invoice is PARTIALLY_PAID' },
    });
    await world.merchant.hears('part-first', 'invoice.partially-paid');
    await world.pay(account, '14999.00');
    await world.merchant.hears('part-first', 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(2);
  });
});

describe('a cancel that the gateway refuses', () => {
  it('is refused with its words while its record does not show why', async () => {
    const { account, transactionReference } = await billing.open('record-lags');
    const late = { kind: 'delay', ms: 10 * MINUTE };
    await billing.plan({ on: 'event', reference: 'record-lags', fault: late });
    const lag = { kind: 'lag', ms: 5 * MINUTE };
    await billing.plan({
      on: 'call',
      endpoint: 'getTransaction',
      reference: transactionReference,
      fault: lag,
    });
    await world.pay(account, '15000.00');
    const refused = await billing.cancel('record-lags');
    expect(refused).toMatchObject({ status: 422, body: { type: 'urn:oware:problem:refused', moneyMoved: 'no' } });
    expect(refused.body.detail).toContain('Invoice is PAID and cannot be cancelled');
    expect(await billing.read('record-lags')).toMatchObject({ state: 'PENDING' });
    await world.pass(11 * MINUTE);
    await world.merchant.hears('record-lags', 'invoice.paid');
    expect(billing.heard('record-lags')).toEqual(['invoice.paid']);
  });

  it('by its silence, until the invoice has expired, is told as that', async () => {
    const expiresAt = new Date(billing.now() + 10 * MINUTE).toISOString();
    const { transactionReference } = await billing.open('silence', { expiresAt });
    const gone = { on: 'call', reference: 'silence', when: 'before', times: null };
    await billing.plan({ ...gone, endpoint: 'cancelInvoice', fault: { kind: 'reset' } });
    await billing.plan({ ...gone, endpoint: 'getInvoice', fault: { kind: 'error' } });
    const cancelling = billing.cancel('silence');
    await world.pass(12 * MINUTE, MINUTE);
    await billing.endFaults();
    await billing.watchWrites();
    await world.pass(5 * MINUTE, MINUTE);
    expect(await cancelling).toMatchObject({ status: 409, body: { detail: 'the invoice is EXPIRED' } });
    await billing.ended('silence');
    expect(billing.heard('silence')).toEqual(['invoice.expired']);
    expect(world.collected(transactionReference)).toHaveLength(0);
  });
});

describe('whoever cancels at the end of an invoice', () => {
  it('is told that it has expired', async () => {
    const { expiresAt } = await billing.open('expired-first');
    await world.runAhead(Date.parse(expiresAt) - billing.now() + 1000);
    expect(await billing.cancel('expired-first')).toMatchObject({
      status: 409,
      body: { detail: 'the invoice is EXPIRED' },
    });
    await world.merchant.hears('expired-first', 'invoice.expired');
    await world.pass(MINUTE);
    await billing.ended('expired-first');
    expect(billing.heard('expired-first')).toEqual(['invoice.expired']);
  });

  it('is refused while the gateway is being asked', async () => {
    const { transactionReference } = await billing.open('closing');
    const lag = { kind: 'lag', ms: 8 * HOUR };
    await billing.plan({ on: 'call', endpoint: 'getInvoice', reference: 'closing', fault: lag });
    await world.pass(6 * HOUR + MINUTE, HOUR);
    await billing.becomes('closing', 'CLOSING');
    expect(await billing.cancel('closing')).toMatchObject({
      status: 409,
      body: { detail: 'the invoice is CLOSING' },
    });
    await world.pass(4 * HOUR, HOUR);
    await billing.becomes('closing', 'EXPIRED');
    await billing.ended('closing');
    expect(world.collected(transactionReference)).toHaveLength(0);
  });
});
