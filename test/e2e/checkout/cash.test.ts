import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signEvent } from '../../../src/gateway/signature.js';
import { createPayer } from '../../support/lifecycles/cards.js';
import { costOf } from '../../support/temporal/history.js';
import { createBilling } from '../../support/lifecycles/invoices.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 500], gatewayEventGraceMs: 1_000 } });
  payer = createPayer(world, 'cash');
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `counter-${process.pid}-${(count += 1)}`;
const id = (reference: string) => `checkout:${reference}`;

/** Somebody hands cash to an agent of the gateway. */
const hand = (cash: object) =>
  world.control('offline-payments', { merchantId: world.account.id, amount: '700.00', ...cash });

const heard = (reference: string) => world.merchant.of(reference).map(({ type }) => type);
const finished = (reference: string) => world.client.workflow.getHandle(id(reference)).result();

/** The merchant has heard of it, and the run that told him is over. */
async function told(reference: string) {
  const webhook = await world.merchant.hears(reference, 'checkout.unexpected');
  await finished(reference);
  return webhook;
}

const runOf = async (reference: string) =>
  (await world.client.workflow.getHandle(id(reference)).describe()).runId;

function eventOf(transactionReference: unknown) {
  const delivery = world.sandbox.deliveries
    .list()
    .find(({ body }) => body.includes(String(transactionReference)));
  return delivery!;
}

async function send(body: string, secret: string): Promise<number> {
  const headers = { 'service-signature': signEvent(body, secret) };
  const reply = await request(`${world.apiUrl}/webhooks/gateway`, { method: 'POST', headers, body });
  await reply.body.dump();
  return reply.statusCode;
}

function expectOneEntry(transactionReference: unknown): void {
  expect(world.collected(String(transactionReference))).toHaveLength(1);
  expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
}

// together, because each waits five seconds until the list of stories is up to date
describe.concurrent('cash with a reference that nobody here knows', () => {
  it('is PAID by the signed event alone, and told once as unexpected', async () => {
    const reference = newReference();
    const { accepted, transactionReference } = await hand({ reference });
    expect(accepted).toBe(true);
    const webhook = await told(reference);
    expect(webhook.data.checkout).toMatchObject({
      state: 'PAID',
      amount: '700.00',
      reason: '₦700.00 of ₦700.00 paid',
      paid: { amount: '700.00', method: 'CASH' },
    });
    expect(webhook.data.checkout).not.toHaveProperty('reviewItems');
    expectOneEntry(transactionReference);
    expect(heard(reference)).toEqual(['checkout.unexpected']);
    const { counts } = await costOf(world.client, id(reference), 'checkout-cash-unexpected');
    // whose is it, twice, and the notice: the gateway is asked nothing
    expect(counts).toMatchObject({
      ACTIVITY_TASK_SCHEDULED: 3,
      WORKFLOW_EXECUTION_SIGNALED: 1,
      WORKFLOW_EXECUTION_COMPLETED: 1,
    });
  });

  it('changes nothing when its event comes again, however often', async () => {
    const reference = newReference();
    const { transactionReference } = await hand({ reference });
    await told(reference);
    const before = await runOf(reference);
    const { id: delivery } = eventOf(transactionReference);
    await world.control(`deliveries/${delivery}/replay`, {});
    await world.control(`deliveries/${delivery}/replay`, {});
    await world.sandbox.deliveries.settled();
    expect(await runOf(reference)).toBe(before);
    expect(heard(reference)).toEqual(['checkout.unexpected']);
    expectOneEntry(transactionReference);
    const { body } = await world.call('GET', `/v1/checkouts/${reference}`);
    expect(body).toMatchObject({ state: 'PAID', paid: { amount: '700.00' } });
    expect(body).not.toHaveProperty('duplicatePayment');
  });

  it('is told once though its event comes three times at once', async () => {
    const reference = newReference();
    await world.strike({ on: 'event', reference, fault: { kind: 'duplicate', copies: 3 } });
    const { transactionReference } = await hand({ reference });
    await world.sandbox.deliveries.settled();
    await told(reference);
    expect(heard(reference)).toEqual(['checkout.unexpected']);
    expectOneEntry(transactionReference);
  });

  it('keeps the reference: a checkout under it is refused, because it is not the same', async () => {
    const reference = newReference();
    await hand({ reference });
    await told(reference);
    const customer = { email: 'ada@example.com' };
    const asked = await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
    expect(asked).toMatchObject({
      status: 409,
      body: { type: 'urn:oware:problem:reference-conflict', moneyMoved: 'no' },
    });
  });
});

describe('cash and a checkout', () => {
  it('is handed back when the reference is an open checkout’s, which is still to be paid', async () => {
    const reference = await payer.checkout();
    expect(await hand({ reference })).toMatchObject({
      accepted: false,
      reason: expect.stringContaining(`The reference ${reference} is taken`) as string,
    });
    expect(await world.collectedFor(reference)).toHaveLength(0);
    await payer.gives(reference, 'approved');
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(heard(reference)).toEqual(['checkout.paid']);
  });

  it('of a gateway that takes it all the same is the checkout’s money', async () => {
    const reference = await payer.checkout();
    expect(await send(cashFor(reference, 2_500), world.account.secretKey)).toBe(200);
    const webhook = await world.merchant.hears(reference, 'checkout.paid');
    expect(webhook.data.checkout).toMatchObject({
      state: 'PAID',
      paid: { amount: '2500.00', method: 'CASH' },
    });
    expect(await payer.gives(reference, 'approved')).toMatchObject({
      status: 409,
      body: { detail: 'the payment is PAID' },
    });
    expect(await world.collectedFor(reference)).toHaveLength(0);
    expect(heard(reference)).toEqual(['checkout.paid']);
  });

  it('of a gateway that takes it after a card has paid is told as money that came twice', async () => {
    const reference = await payer.checkout();
    await payer.gives(reference, 'approved');
    await world.merchant.hears(reference, 'checkout.paid');
    await send(cashFor(reference, 2_500), world.account.secretKey);
    const webhook = await world.merchant.hears(reference, 'checkout.duplicate-payment');
    expect(webhook.data.checkout).toMatchObject({
      state: 'PAID',
      duplicatePayment: { amount: '2500.00' },
      reviewItems: [{ kind: 'duplicate-payment', atRisk: '2500.00' }],
    });
    expect(heard(reference)).toEqual(['checkout.paid', 'checkout.duplicate-payment']);
  });
});

describe('cash that a gateway takes while the card of the same checkout is being charged', () => {
  it.each(['before', 'after'])('is found to be money that came twice (%s the charge)', async (when) => {
    const reference = await payer.checkout();
    await world.strike({ on: 'event', reference, fault: { kind: 'drop' } });
    const slow = { kind: 'delay', ms: 1_500 };
    await world.strike({ on: 'call', endpoint: 'chargeCard', when, fault: slow });
    const charging = payer.gives(reference, 'approved');
    await waitUntil('the charge', async () => {
      const { body } = await world.call('GET', `/v1/checkouts/${reference}`);
      return (body.card as { state: string } | undefined)?.state === 'CHARGING';
    });
    expect(await send(cashFor(reference, 2_500), world.account.secretKey)).toBe(200);
    expect(await charging).toMatchObject({ status: 200, body: { state: 'PAID' } });
    const webhook = await world.merchant.hears(reference, 'checkout.duplicate-payment');
    expect(webhook.data.checkout).toMatchObject({
      state: 'PAID',
      duplicatePayment: { amount: '2500.00' },
      reviewItems: [{ kind: 'duplicate-payment', atRisk: '2500.00' }],
    });
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(heard(reference)).toEqual(['checkout.paid', 'checkout.duplicate-payment']);
  });
});

describe('cash for an invoice', () => {
  it('pays it, and the merchant is told once', async () => {
    const billing = createBilling(world);
    const invoiceReference = newReference();
    const { transactionReference } = await billing.open(invoiceReference);
    expect(await hand({ invoiceReference, amount: '15000.00' })).toMatchObject({
      accepted: true,
      transactionReference,
    });
    const webhook = await world.merchant.hears(invoiceReference, 'invoice.paid');
    expect(webhook.data.invoice).toMatchObject({
      state: 'PAID',
      paid: { amount: '15000.00', method: 'CASH' },
    });
    await billing.ended(invoiceReference);
    expect(billing.heard(invoiceReference)).toEqual(['invoice.paid']);
    expectOneEntry(transactionReference);
    expect(await hand({ invoiceReference, amount: '15000.00' })).toMatchObject({ accepted: false });
    expectOneEntry(transactionReference);
  });
});

describe('a forged event of cash', () => {
  it('changes nothing at an open checkout, and is refused', async () => {
    const reference = await payer.checkout();
    expect(await send(cashFor(reference, 2_500), 'not the secret')).toBe(401);
    expect(await world.call('GET', `/v1/checkouts/${reference}`)).toMatchObject({
      body: { state: 'PENDING' },
    });
    expect(heard(reference)).toEqual([]);
  });

  it('under a reference that nobody knows starts nothing', async () => {
    const reference = newReference();
    expect(await send(cashFor(reference, 2_500), 'not the secret')).toBe(401);
    expect(await world.call('GET', `/v1/checkouts/${reference}`)).toMatchObject({ status: 404 });
    expect(heard(reference)).toEqual([]);
  });

  it('that names a million before the true one comes leaves what was really handed over', async () => {
    const reference = newReference();
    await world.strike({ on: 'event', reference, fault: { kind: 'forge' } });
    const { transactionReference } = await hand({ reference });
    const webhook = await told(reference);
    expect(webhook.data.checkout).toMatchObject({ state: 'PAID', paid: { amount: '700.00' } });
    expect(heard(reference)).toEqual(['checkout.unexpected']);
    expectOneEntry(transactionReference);
  });
});

/** What a gateway would send that took cash under the reference of a checkout; the sandbox does not. */
function cashFor(reference: string, amountPaid: number): string {
  return JSON.stringify({
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
  });
}
