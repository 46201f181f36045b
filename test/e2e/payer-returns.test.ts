import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../support/history.js';
import { createWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 1_000 }, payersComeBack: true });
});
afterAll(() => world.close());

let count = 0;
async function checkout(terms: object = {}) {
  const reference = `returns-${process.pid}-${(count += 1)}`;
  const customer = { email: 'ada@example.com' };
  const { body } = await world.call('POST', '/v1/checkouts', {
    reference,
    amount: '2500.00',
    customer,
    ...terms,
  });
  return { reference, transactionReference: body.transactionReference };
}

async function comesBack(reference: string, query = '') {
  const reply = await request(`${world.returnUrl(reference)}${query}`);
  return { status: reply.statusCode, location: reply.headers.location, html: await reply.body.text() };
}

async function paidOnce(reference: string) {
  await world.merchant.hears(reference, 'checkout.paid');
  expect(await world.collectedFor(reference)).toHaveLength(1);
  expect(world.merchant.of(reference)).toHaveLength(1);
}

describe('a payer who comes back', () => {
  it('has the gateway asked when no event came', async () => {
    const { reference, transactionReference } = await checkout();
    await world.strike({ on: 'event', fault: { kind: 'drop' } });
    await world.payOnThePage(transactionReference);
    expect((await comesBack(reference)).html).toContain('Checking your payment');
    await paidOnce(reference);
    expect((await comesBack(reference)).html).toContain('The shop has received your payment');
  });

  it('is led back by the gateway’s own page', async () => {
    const { reference, transactionReference } = await checkout();
    await world.payOnThePage(transactionReference);
    const page = await request(`${world.gatewayUrl}/checkout/${encodeURIComponent(transactionReference)}`);
    expect(await page.body.text()).toContain(world.returnUrl(reference));
  });

  it('goes on to the shop where it has an address', async () => {
    const { reference } = await checkout({ redirectUrl: 'https://shop.example/thanks?basket=7' });
    expect(await comesBack(reference)).toMatchObject({
      status: 303,
      location: `https://shop.example/thanks?basket=7&reference=${reference}`,
    });
  });

  it('at the very moment of the event is one payment, told once', async () => {
    const { reference, transactionReference } = await checkout();
    await Promise.all([world.payOnThePage(transactionReference), comesBack(reference)]);
    await comesBack(reference);
    await paidOnce(reference);
  });

  it('before the event, which comes later, is one payment, told once', async () => {
    const { reference, transactionReference } = await checkout();
    await world.strike({ on: 'event', fault: { kind: 'duplicate', copies: 3 } });
    await world.payOnThePage(transactionReference);
    await comesBack(reference);
    await paidOnce(reference);
    await world.sandbox.deliveries.settled();
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('after a decline is told so, tries again on another page, and pays once', async () => {
    const { reference, transactionReference } = await checkout();
    await world.strike({ on: 'event', reference, fault: { kind: 'drop' } });
    await world.payOnThePage(transactionReference, 'declined');
    await comesBack(reference);
    await world.merchant.hears(reference, 'checkout.attempt-failed');
    const declined = await comesBack(reference);
    expect(declined.html).toContain('No money was taken');
    expect(declined.html).not.toContain('http-equiv="refresh"');

    const again = await request(`${world.returnUrl(reference)}/again`, { method: 'POST' });
    await again.body.dump();
    expect(again.statusCode).toBe(303);
    const [, further = ''] = /\/checkout\/(.+)$/.exec(String(again.headers.location)) ?? [];
    expect(decodeURIComponent(further)).not.toBe(transactionReference);
    expect((await comesBack(reference)).html).toContain('Checking your payment');
    await world.payOnThePage(decodeURIComponent(further));
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect((await comesBack(reference)).html).toContain('The shop has received your payment');
  });

  it('with forged words in the address, a hundred times, changes nothing and costs little', async () => {
    const { reference } = await checkout();
    for (let n = 0; n < 100; n++) await comesBack(reference, '?paymentStatus=PAID&amountPaid=2500');
    expect(await world.oware.checkouts.get(reference)).toMatchObject({ state: 'PENDING' });
    const { counts } = await costOf(world.client, `checkout:${reference}`);
    expect(counts.WORKFLOW_EXECUTION_SIGNALED).toBeLessThan(10);
  });

  it('is told nothing of a payment that is not known, and of none but whether it is over', async () => {
    expect(await comesBack('nobodys')).toMatchObject({ status: 404 });
    expect(await comesBack(encodeURIComponent('<script>alert(1)</script>'))).toMatchObject({ status: 404 });
    const { reference } = await checkout();
    expect((await comesBack(reference)).html).not.toMatch(/2500|ada@/);
  });
});
