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

describe('a cancelled invoice', () => {
  it('is cancelled at the gateway, which then rejects payments for it', async () => {
    const { account, transactionReference } = await invoices.open('cancelled');
    expect(await invoices.cancel('cancelled')).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', reason: 'the merchant cancelled it' },
    });
    expect(await invoices.statusAtGateway('cancelled')).toBe('CANCELLED');
    await invoices.closed('cancelled');
    expect(world.merchant.typesOf('cancelled')).toEqual(['invoice.cancelled']);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
    expect(world.collected(transactionReference)).toHaveLength(0);
  });

  it('is held for review when a late payment arrives, here in cash', async () => {
    await invoices.open('cash-after-cancel');
    await invoices.cancel('cash-after-cancel');
    await invoices.closed('cash-after-cancel');
    await invoices.payCash('cash-after-cancel', 15_000);
    const webhook = await world.merchant.receives('cash-after-cancel', 'invoice.on-hold');
    expect(webhook.data.invoice).toMatchObject({
      state: 'PAID',
      paid: { amount: '15000.00', method: 'CASH' },
      reviewItems: [{ kind: 'paid-late', reason: 'paid after it was already CANCELLED' }],
    });
    const decision = { decision: 'accept', reason: 'the pupil may stay' };
    await invoices.resolve('cash-after-cancel', 'paid-late', decision);
    await world.merchant.receives('cash-after-cancel', 'invoice.review-resolved');
    await world.merchant.receives('cash-after-cancel', 'invoice.paid');
    await world.pass(3 * MINUTE);
    await invoices.closed('cash-after-cancel');
  });

  it('is reported at its end when another system cancelled it at the gateway', async () => {
    await invoices.open('cancelled-elsewhere');
    await invoices.cancelAtGateway('cancelled-elsewhere');
    await world.pass(6 * HOUR + MINUTE, HOUR);
    expect(await invoices.becomes('cancelled-elsewhere', 'CANCELLED')).toMatchObject({
      reason: 'the gateway reports CANCELLED',
    });
    expect(world.merchant.typesOf('cancelled-elsewhere')).toEqual(['invoice.cancelled']);
  });

  it('is CANCELLED by the merchant’s request when another system had cancelled it at the gateway', async () => {
    await invoices.open('cancelled-before-us');
    await invoices.cancelAtGateway('cancelled-before-us');
    expect(await invoices.cancel('cancelled-before-us')).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', reason: 'the gateway reports CANCELLED' },
    });
  });
});

describe('an invoice cancelled and paid in the same second', () => {
  it('is PAID when the money was first, though its event is late', async () => {
    const { account, transactionReference } = await invoices.open('money-first');
    await world.planFault({
      on: 'event',
      reference: 'money-first',
      fault: { kind: 'delay', ms: 10 * MINUTE },
    });
    await world.pay(account, '15000.00');
    expect(await invoices.cancel('money-first')).toMatchObject({
      status: 409,
      body: { type: '/problems/not-open', detail: 'the invoice is PAID', moneyMoved: 'no' },
    });
    await world.merchant.receives('money-first', 'invoice.paid');
    await world.pass(20 * MINUTE);
    await invoices.closed('money-first');
    expect(await invoices.read('money-first')).toMatchObject({ state: 'PAID' });
    expect(world.merchant.typesOf('money-first')).toEqual(['invoice.paid']);
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('is CANCELLED when the cancel was first, and the payer keeps the money', async () => {
    const { account, transactionReference } = await invoices.open('cancel-first');
    expect(await invoices.cancel('cancel-first')).toMatchObject({ status: 200 });
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
    await invoices.closed('cancel-first');
    expect(world.merchant.typesOf('cancel-first')).toEqual(['invoice.cancelled']);
    expect(world.collected(transactionReference)).toHaveLength(0);
  });

  it('is PAID or CANCELLED, never both', async () => {
    const references = Array.from({ length: 8 }, (_, index) => `at-once-${index}`);
    for (const reference of references) {
      const { account, transactionReference } = await invoices.open(reference);
      const [paid, cancelled] = await Promise.all([
        world.pay(account, '15000.00'),
        invoices.cancel(reference),
      ]);
      const type = paid.accepted ? 'invoice.paid' : 'invoice.cancelled';
      expect(cancelled.status).toBe(paid.accepted ? 409 : 200);
      await world.merchant.receives(reference, type);
      await world.sandbox.deliveries.settled();
      expect(world.merchant.typesOf(reference)).toEqual([type]);
      expect(world.collected(transactionReference)).toHaveLength(paid.accepted ? 1 : 0);
    }
  });

  it('is not cancelled after an underpayment: the gateway refuses, and the merchant gets the reason', async () => {
    const { account, transactionReference } = await invoices.open('part-first');
    await world.planFault({
      on: 'event',
      reference: 'part-first',
      fault: { kind: 'delay', ms: 10 * MINUTE },
    });
    await world.pay(account, '1.00');
    expect(await invoices.cancel('part-first')).toMatchObject({
      status: 409,
      body: { detail: 'the invoice is PARTIALLY_PAID' },
    });
    await world.merchant.receives('part-first', 'invoice.partially-paid');
    await world.pay(account, '14999.00');
    await world.merchant.receives('part-first', 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(2);
  });
});

describe('a cancel that the gateway refuses', () => {
  it('returns the gateway’s reason while its record lags', async () => {
    const { account, transactionReference } = await invoices.open('record-lags');
    const late = { kind: 'delay', ms: 10 * MINUTE };
    await world.planFault({ on: 'event', reference: 'record-lags', fault: late });
    const lag = { kind: 'lag', ms: 5 * MINUTE };
    await world.planFault({
      on: 'call',
      endpoint: 'getTransaction',
      reference: transactionReference,
      fault: lag,
    });
    await world.pay(account, '15000.00');
    const refused = await invoices.cancel('record-lags');
    expect(refused).toMatchObject({
      status: 422,
      body: { type: '/problems/refused', moneyMoved: 'no' },
    });
    expect(refused.body.detail).toContain('Invoice is PAID and cannot be cancelled');
    expect(await invoices.read('record-lags')).toMatchObject({ state: 'PENDING' });
    await world.pass(11 * MINUTE);
    await world.merchant.receives('record-lags', 'invoice.paid');
    expect(world.merchant.typesOf('record-lags')).toEqual(['invoice.paid']);
  });

  it('by silence until the invoice has expired is reported as EXPIRED', async () => {
    const expiresAt = new Date(invoices.now() + 10 * MINUTE).toISOString();
    const { transactionReference } = await invoices.open('silence', { expiresAt });
    const gone = { on: 'call', reference: 'silence', when: 'before', times: null };
    await world.planFault({ ...gone, endpoint: 'cancelInvoice', fault: { kind: 'reset' } });
    await world.planFault({ ...gone, endpoint: 'getInvoice', fault: { kind: 'error' } });
    const cancelling = invoices.cancel('silence');
    await world.pass(12 * MINUTE, MINUTE);
    await world.clearFaults();
    await invoices.recordWrites();
    await world.pass(5 * MINUTE, MINUTE);
    expect(await cancelling).toMatchObject({ status: 409, body: { detail: 'the invoice is EXPIRED' } });
    await invoices.closed('silence');
    expect(world.merchant.typesOf('silence')).toEqual(['invoice.expired']);
    expect(world.collected(transactionReference)).toHaveLength(0);
  });
});

describe('a cancel at the end of an invoice', () => {
  it('is refused because the invoice is EXPIRED', async () => {
    const { expiresAt } = await invoices.open('expired-first');
    await world.runAhead(Date.parse(expiresAt) - invoices.now() + 1000);
    expect(await invoices.cancel('expired-first')).toMatchObject({
      status: 409,
      body: { detail: 'the invoice is EXPIRED' },
    });
    await world.merchant.receives('expired-first', 'invoice.expired');
    await world.pass(MINUTE);
    await invoices.closed('expired-first');
    expect(world.merchant.typesOf('expired-first')).toEqual(['invoice.expired']);
  });

  it('is refused while the invoice is CLOSING', async () => {
    const { transactionReference } = await invoices.open('closing');
    const lag = { kind: 'lag', ms: 8 * HOUR };
    await world.planFault({ on: 'call', endpoint: 'getInvoice', reference: 'closing', fault: lag });
    await world.pass(6 * HOUR + MINUTE, HOUR);
    await invoices.becomes('closing', 'CLOSING');
    expect(await invoices.cancel('closing')).toMatchObject({
      status: 409,
      body: { detail: 'the invoice is CLOSING' },
    });
    await world.pass(4 * HOUR, HOUR);
    await invoices.becomes('closing', 'EXPIRED');
    await invoices.closed('closing');
    expect(world.collected(transactionReference)).toHaveLength(0);
  });
});
