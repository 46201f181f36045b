import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { costOf } from '../../support/temporal/history.js';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 500], gatewayEventGraceMs: 1_000 } });
  checkouts = createCheckouts(world, 'cash');
});
afterAll(() => world.close());

/** A payer hands cash to an agent of the gateway. */
const payCash = (cash: object) =>
  world.control('offline-payments', { merchantId: world.account.id, amount: '700.00', ...cash });

/** Waits until the merchant has received the webhook and the run that sent it has closed. */
async function reported(reference: string) {
  const webhook = await world.merchant.receives(reference, 'checkout.unexpected');
  await checkouts.closed(reference);
  return webhook;
}

function expectOneEntry(transactionReference: unknown): void {
  expect(world.collected(String(transactionReference))).toHaveLength(1);
  expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
}

// concurrent, because many wait five seconds until Temporal's list of workflows is up to date
describe.concurrent('cash with an unknown reference', () => {
  it('is PAID by the signed event alone, and reported once as unexpected', async () => {
    const reference = checkouts.newReference();
    const { accepted, transactionReference } = await payCash({ reference });
    expect(accepted).toBe(true);
    const webhook = await reported(reference);
    expect(webhook.data.checkout).toMatchObject({
      state: 'PAID',
      amount: '700.00',
      reason: '₦700.00 of ₦700.00 paid',
      paid: { amount: '700.00', method: 'CASH' },
    });
    expect(webhook.data.checkout).not.toHaveProperty('reviewItems');
    expectOneEntry(transactionReference);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.unexpected']);
    const { counts } = await costOf(world.client, checkouts.id(reference), 'checkout-cash-unexpected');
    // two searches for the owner and the webhook; no gateway call
    expect(counts).toMatchObject({
      ACTIVITY_TASK_SCHEDULED: 3,
      WORKFLOW_EXECUTION_SIGNALED: 1,
      WORKFLOW_EXECUTION_COMPLETED: 1,
    });
  });

  it('changes nothing when its event is replayed', async () => {
    const reference = checkouts.newReference();
    const { transactionReference } = await payCash({ reference });
    await reported(reference);
    const before = await checkouts.runIdOf(reference);
    await world.replayEventOf(String(transactionReference), 2);
    expect(await checkouts.runIdOf(reference)).toBe(before);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.unexpected']);
    expectOneEntry(transactionReference);
    const body = await checkouts.read(reference);
    expect(body).toMatchObject({ state: 'PAID', paid: { amount: '700.00' } });
    expect(body).not.toHaveProperty('duplicatePayment');
  });

  it('is reported once though its event arrives three times at once', async () => {
    const reference = checkouts.newReference();
    await world.planFault({ on: 'event', reference, fault: { kind: 'duplicate', copies: 3 } });
    const { transactionReference } = await payCash({ reference });
    await world.sandbox.deliveries.settled();
    await reported(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.unexpected']);
    expectOneEntry(transactionReference);
  });

  it('keeps the reference: a checkout under it is refused for its different terms', async () => {
    const reference = checkouts.newReference();
    await payCash({ reference });
    await reported(reference);
    expect(await checkouts.create(reference)).toMatchObject({
      status: 409,
      body: { type: '/problems/reference-conflict', moneyMoved: 'no' },
    });
  });
});

describe.concurrent('cash and a checkout', () => {
  it('is refused under the reference of an open checkout, which can still be paid', async () => {
    const reference = await checkouts.open();
    expect(await payCash({ reference })).toMatchObject({
      accepted: false,
      reason: expect.stringContaining(`Reference ${reference} already exists`) as string,
    });
    expect(await world.collectedFor(reference)).toHaveLength(0);
    await checkouts.payByCard(reference, 'approved');
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid']);
  });

  it('pays the checkout where the gateway accepts it', async () => {
    const reference = await checkouts.open();
    expect(await world.postEvent(cashFor(reference, 2_500))).toBe(200);
    const webhook = await world.merchant.receives(reference, 'checkout.paid');
    expect(webhook.data.checkout).toMatchObject({
      state: 'PAID',
      paid: { amount: '2500.00', method: 'CASH' },
    });
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(' is PAID') as string },
    });
    expect(await world.collectedFor(reference)).toHaveLength(0);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid']);
  });

  it('is a duplicate payment where the gateway accepts it after a card has paid', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'approved');
    await world.merchant.receives(reference, 'checkout.paid');
    await world.postEvent(cashFor(reference, 2_500));
    const webhook = await world.merchant.receives(reference, 'checkout.duplicate-payment');
    expect(webhook.data.checkout).toMatchObject({
      state: 'PAID',
      duplicatePayment: { amount: '2500.00' },
      reviewItems: [{ kind: 'duplicate-payment', atRisk: '2500.00' }],
    });
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid', 'checkout.duplicate-payment']);
  });
});

describe.concurrent(
  'cash that the gateway accepts while a card of the same checkout is being charged',
  () => {
    it.each(['before', 'after'])('is a duplicate payment (delay %s the charge)', async (when) => {
      const reference = await checkouts.open();
      await world.dropEvent(reference);
      const slow = { kind: 'delay', ms: 1_500 };
      const { transactionReference } = await checkouts.read(reference);
      await world.planFault({
        on: 'call',
        endpoint: 'chargeCard',
        reference: transactionReference,
        when,
        fault: slow,
      });
      const charging = checkouts.payByCard(reference, 'approved');
      await world.faultStrikes(transactionReference);
      expect(await world.postEvent(cashFor(reference, 2_500))).toBe(200);
      expect(await charging).toMatchObject({ status: 200, body: { state: 'PAID' } });
      const webhook = await world.merchant.receives(reference, 'checkout.duplicate-payment');
      expect(webhook.data.checkout).toMatchObject({
        state: 'PAID',
        duplicatePayment: { amount: '2500.00' },
        reviewItems: [{ kind: 'duplicate-payment', atRisk: '2500.00' }],
      });
      expect(await world.collectedFor(reference)).toHaveLength(1);
      expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid', 'checkout.duplicate-payment']);
    });
  },
);

describe.concurrent('cash for an invoice', () => {
  it('pays the invoice, and the merchant receives one webhook', async () => {
    const invoices = createInvoices(world);
    const invoiceReference = checkouts.newReference();
    const { transactionReference } = await invoices.open(invoiceReference);
    expect(await payCash({ invoiceReference, amount: '15000.00' })).toMatchObject({
      accepted: true,
      transactionReference,
    });
    const webhook = await world.merchant.receives(invoiceReference, 'invoice.paid');
    expect(webhook.data.invoice).toMatchObject({
      state: 'PAID',
      paid: { amount: '15000.00', method: 'CASH' },
    });
    await invoices.closed(invoiceReference);
    expect(world.merchant.typesOf(invoiceReference)).toEqual(['invoice.paid']);
    expectOneEntry(transactionReference);
    expect(await payCash({ invoiceReference, amount: '15000.00' })).toMatchObject({ accepted: false });
    expectOneEntry(transactionReference);
  });
});

describe.concurrent('a forged cash event', () => {
  it('is refused and does not change an open checkout', async () => {
    const reference = await checkouts.open();
    expect(await world.postEvent(cashFor(reference, 2_500), 'not the secret')).toBe(401);
    expect(await checkouts.read(reference)).toMatchObject({ state: 'PENDING' });
    expect(world.merchant.typesOf(reference)).toEqual([]);
  });

  it('starts no workflow under an unknown reference', async () => {
    const reference = checkouts.newReference();
    expect(await world.postEvent(cashFor(reference, 2_500), 'not the secret')).toBe(401);
    expect(await world.call('GET', `/v1/checkouts/${reference}`)).toMatchObject({ status: 404 });
    expect(world.merchant.typesOf(reference)).toEqual([]);
  });

  it('with another amount before the real one leaves the real amount', async () => {
    const reference = checkouts.newReference();
    await world.planFault({ on: 'event', reference, fault: { kind: 'forge' } });
    const { transactionReference } = await payCash({ reference });
    const webhook = await reported(reference);
    expect(webhook.data.checkout).toMatchObject({ state: 'PAID', paid: { amount: '700.00' } });
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.unexpected']);
    expectOneEntry(transactionReference);
  });
});

/** The event of a gateway that accepts cash under the reference of a checkout; the sandbox does not. */
function cashFor(reference: string, amountPaid: number): object {
  return {
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      product: { reference, type: 'OFFLINE_PAYMENT_AGENT' },
      transactionReference: `cash-${reference}`,
      paymentReference: reference,
      paidOn: '31/01/2026 3:31:00 PM',
      paymentSourceInformation: {},
      amountPaid,
      totalPayable: amountPaid,
      paymentMethod: 'CASH',
      currency: 'NGN',
      paymentStatus: 'PAID',
    },
  };
}
