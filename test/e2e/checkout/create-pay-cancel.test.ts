import { kobo } from '../../../src/domain/money.js';
import { initBankTransfer, initTransaction } from '../../../src/gateway/endpoints/transactions.js';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { signEvent } from '../../../src/gateway/signature.js';
import { detailsOf } from '../../support/temporal/details.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld();
  checkouts = createCheckouts(world, 'order');
});
afterAll(() => world.close());

describe.concurrent('a checkout paid by bank transfer', () => {
  it('returns a page at once, becomes PAID, and the merchant receives one webhook', async () => {
    const reference = checkouts.newReference();
    const created = await checkouts.create(reference);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ reference, state: 'PENDING', amount: '2500.00' });
    expect(created.body.checkoutUrl).toContain(world.gatewayUrl);

    const account = await checkouts.virtualAccount(reference);
    expect(account.payable).toBe('2500.00');
    expect(await world.pay(account, '2500.00')).toMatchObject({ accepted: true, status: 'PAID' });

    const webhook = await world.merchant.receives(reference, 'checkout.paid');
    expect(webhook.data).toMatchObject({
      sequence: 1,
      checkout: { state: 'PAID', paid: { amount: '2500.00' } },
    });
    const paid = await world.becomes(reference, 'PAID');
    expect(paid.reason).toBe('₦2,500.00 of ₦2,500.00 paid');
    expect(world.collected(created.body.transactionReference)).toHaveLength(1);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('shows in the Web UI where to pay, when it was and will be checked, and what the merchant has received', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const account = await checkouts.virtualAccount(reference);
    const details = () => detailsOf(world.handle(`checkout:${reference}`));
    expect(await details()).toContain(`- Virtual account ${account.accountNumber} at `);
    expect(await details()).toMatch(/^- Next check at 20\d\d-.*Z$/m);

    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    const received = /^- The merchant has received webhook 1, `checkout.paid`, at 20\d\d-.*Z$/m;
    await waitUntil('the line about the webhook', async () => received.test(await details()));
    expect(await details()).toMatch(/^- Last check at 20\d\d-.*Z$/m);
    expect(await details()).not.toContain('ada@');
  });

  it('is PARTIALLY_PAID after an underpayment, and PAID when the rest follows', async () => {
    const reference = checkouts.newReference();
    const { body } = await checkouts.create(reference);
    const account = await checkouts.virtualAccount(reference);
    await world.pay(account, '2499.00');
    await world.merchant.receives(reference, 'checkout.partially-paid');
    expect(await world.becomes(reference, 'PARTIALLY_PAID')).not.toHaveProperty('reviewItems');
    await world.pay(account, '1.00');
    await world.merchant.receives(reference, 'checkout.paid');
    expect(world.collected(body.transactionReference)).toHaveLength(2);
  });

  it('is OVERPAID when the payer sends more', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    await world.pay(await checkouts.virtualAccount(reference), '2501.00');
    await world.merchant.receives(reference, 'checkout.overpaid');
  });

  it('returns the same virtual account to a second request', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const first = await checkouts.virtualAccount(reference);
    const second = await checkouts.virtualAccount(reference);
    expect(second.accountNumber).toBe(first.accountNumber);
  });
});

describe.concurrent('the reference of a checkout', () => {
  it('returns the same checkout to the same request, with one transaction', async () => {
    const reference = checkouts.newReference();
    const [one, two] = await Promise.all([checkouts.create(reference), checkouts.create(reference)]);
    expect(one.status).toBe(201);
    expect(two.body).toEqual(one.body);
  });

  it('refuses different terms and names the differences', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const refused = await checkouts.create(reference, { amount: '2600.00' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      type: '/problems/reference-conflict',
      moneyMoved: 'no',
      differences: ['amount'],
    });
  });

  it('follows the same rules after the checkout has closed', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    await world.pay(await checkouts.virtualAccount(reference), '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    await checkouts.closed(reference);
    expect(await checkouts.create(reference)).toMatchObject({ status: 200, body: { state: 'PAID' } });
    expect((await checkouts.create(reference, { amount: '1.00' })).status).toBe(400);
    expect((await checkouts.create(reference, { amount: '21.00' })).status).toBe(409);
    const late = await checkouts.post(reference, 'virtual-account');
    expect(late).toMatchObject({ status: 409, body: { type: '/problems/not-open' } });
  });

  it('is not found before its first use', async () => {
    const unknown = await world.call('GET', '/v1/checkouts/never-used');
    expect(unknown).toMatchObject({ status: 404, body: { type: '/problems/not-found' } });
  });
});

describe.concurrent('a merchant that waits for a checkout', () => {
  it('gets the result as soon as it is paid', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const account = await checkouts.virtualAccount(reference);
    const waiting = world.call('GET', `/v1/checkouts/${reference}?wait=30s`);
    await world.pay(account, '2500.00');
    expect(await waiting).toMatchObject({ status: 200, body: { state: 'PAID' } });
  });

  it('gets the current state when the wait ends', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const waited = await world.call('GET', `/v1/checkouts/${reference}?wait=200ms`);
    expect(waited).toMatchObject({ status: 200, body: { state: 'PENDING' } });
  });

  it('can request a check when the event does not arrive', async () => {
    const reference = checkouts.newReference();
    const { body } = await checkouts.create(reference);
    const account = await checkouts.virtualAccount(reference);
    await world.dropEvent(reference);
    await world.pay(account, '2500.00');
    const confirmed = await checkouts.post(reference, 'confirm');
    expect(confirmed).toMatchObject({ status: 200, body: { state: 'PAID' } });
    expect(world.collected(body.transactionReference)).toHaveLength(1);
  });

  it('gets PENDING when the payer returns without paying', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const waiting = world.oware.checkouts.confirm(reference, 500);
    expect(await waiting).toMatchObject({ state: 'PENDING' });
  });

  it('gets an error for a wait that is not a duration', async () => {
    const refused = await world.call('GET', '/v1/checkouts/any?wait=forever');
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'wait' }] } });
  });
});

describe.concurrent('cancelling a checkout', () => {
  it('returns until when the payer can still pay, and a late payment is held for review', async () => {
    const reference = checkouts.newReference();
    const { body } = await checkouts.create(reference);
    const account = await checkouts.virtualAccount(reference);
    const cancelled = await checkouts.cancel(reference);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', reason: 'the merchant cancelled it', stillPayableUntil: body.expiresAt },
    });
    await world.merchant.receives(reference, 'checkout.cancelled');
    await checkouts.closed(reference);

    await world.pay(account, '2500.00');
    const webhook = await world.merchant.receives(reference, 'checkout.on-hold');
    expect(webhook.data).toMatchObject({
      sequence: 2,
      checkout: { state: 'PAID', fulfillable: false, reviewItems: [{ kind: 'paid-late' }] },
    });
    expect(world.collected(body.transactionReference)).toHaveLength(1);
  });

  it('is refused after it was paid', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    await world.pay(await checkouts.virtualAccount(reference), '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    const refused = await checkouts.cancel(reference);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(' is PAID') as string, moneyMoved: 'no' },
    });
  });

  it('checks the transaction first: a payment whose event was lost wins', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const account = await checkouts.virtualAccount(reference);
    await world.dropEvent(reference);
    await world.pay(account, '2500.00');
    const refused = await checkouts.cancel(reference);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(' is PAID') as string },
    });
    await world.merchant.receives(reference, 'checkout.paid');
    expect(world.merchant.of(reference)).toHaveLength(1);
  });
});

describe.concurrent('gateway events', () => {
  it('change nothing when they are replayed after the checkout has closed', async () => {
    const reference = checkouts.newReference();
    const { body } = await checkouts.create(reference);
    await world.pay(await checkouts.virtualAccount(reference), '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    await checkouts.closed(reference);
    const first = await checkouts.runIdOf(reference);
    await world.replayEventOf(reference);
    expect(await checkouts.runIdOf(reference)).toBe(first);
    expect(await checkouts.read(reference)).toMatchObject({ state: 'PAID' });
    expect(world.merchant.of(reference)).toHaveLength(1);
    expect(world.collected(body.transactionReference)).toHaveLength(1);
  });

  it('are refused and counted without a signature, with a wrong one, and over changed bytes', async () => {
    const reference = checkouts.newReference();
    await checkouts.create(reference);
    const event = JSON.stringify({
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: { paymentReference: reference },
    });
    const good = signEvent(event, world.account.secretKey);
    const none = await send(event);
    const wrong = await world.postEvent(event, "yesterday's secret");
    const changed = await send(`${event} `, good);
    expect([none, wrong, changed]).toEqual([401, 401, 401]);
    const metrics = await (await request(`${world.apiUrl}/metrics`)).body.text();
    expect(metrics).toContain('oware_gateway_events_total{result="no-signature"} 1');
    expect(metrics).toContain('oware_gateway_events_total{result="bad-signature"} 2');
    expect(await checkouts.read(reference)).toMatchObject({ state: 'PENDING' });
  });

  it('about a transaction of another system are reported as unexpected', async () => {
    const reference = checkouts.newReference();
    const gateway = await openElsewhere(reference);
    await world.pay(gateway, '1000.00');
    const webhook = await world.merchant.receives(reference, 'checkout.unexpected');
    expect(webhook.data.checkout.state).toBe('PAID');
  });
});

// alone: it changes what the gateway does with every payment
it('a checkout reports a transfer that the gateway rejected, and waits for the right amount', async () => {
  const reference = checkouts.newReference();
  const { body } = await checkouts.create(reference);
  const account = await checkouts.virtualAccount(reference);
  await world.setSwitches({ underPayment: 'REJECTED_PAYMENT' });
  expect(await world.pay(account, '2499.00')).toMatchObject({ accepted: false });
  await world.setSwitches({ underPayment: 'PARTIALLY_PAID' });
  const { data } = await world.merchant.receives(reference, 'checkout.payment-rejected');
  expect(data).toMatchObject({ rejection: { reason: 'UNDER_PAYMENT' }, checkout: { state: 'PENDING' } });
  expect(world.collected(body.transactionReference)).toHaveLength(0);
  await world.pay(account, '2500.00');
  await world.merchant.receives(reference, 'checkout.paid');
});

async function send(body: string, signature?: string): Promise<number> {
  const headers = signature === undefined ? {} : { 'service-signature': signature };
  const reply = await request(`${world.apiUrl}/webhooks/gateway`, { method: 'POST', headers, body });
  await reply.body.dump();
  return reply.statusCode;
}

/** Another system of the merchant opens the transaction, without Oware. */
async function openElsewhere(paymentReference: string) {
  const terms = { amount: kobo(1_000_00), currencyCode: 'NGN', customerEmail: 'chidi@example.com' } as const;
  const opened = await world.gateway.call(initTransaction, { ...terms, paymentReference });
  if (opened.kind !== 'ok') throw new Error(opened.message);
  const { transactionReference } = opened.body;
  const account = await world.gateway.call(initBankTransfer, { transactionReference });
  return account.body;
}
