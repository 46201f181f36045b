import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../../support/temporal/history.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 1_000 }, payersComeBack: true });
  checkouts = createCheckouts(world, 'returns');
});
afterAll(() => world.close());

async function open(more: object = {}) {
  const { body } = await checkouts.create(checkouts.newReference(), more);
  return body;
}

async function returns(reference: string, query = '') {
  const reply = await request(`${world.returnUrl(reference)}${query}`);
  return { status: reply.statusCode, location: reply.headers.location, html: await reply.body.text() };
}

describe.concurrent('a payer who returns', () => {
  it('triggers a check when no event arrived', async () => {
    const { reference, transactionReference } = await open();
    await world.dropEvent(reference);
    await world.payOnHostedPage(transactionReference);
    expect((await returns(reference)).html).toContain('Checking your payment');
    await checkouts.expectPaidOnce(reference);
    expect((await returns(reference)).html).toContain('The shop has received your payment');
  });

  it('comes from the gateway’s page, which links to the return URL', async () => {
    const { reference, transactionReference } = await open();
    await world.payOnHostedPage(transactionReference);
    const page = await request(`${world.gatewayUrl}/checkout/${encodeURIComponent(transactionReference)}`);
    expect(await page.body.text()).toContain(world.returnUrl(reference));
  });

  it('is redirected to the shop where the checkout has a redirect URL', async () => {
    const { reference } = await open({ redirectUrl: 'https://shop.example/thanks?basket=7' });
    expect(await returns(reference)).toMatchObject({
      status: 303,
      location: `https://shop.example/thanks?basket=7&reference=${reference}`,
    });
  });

  it('at the moment of the event causes one webhook', async () => {
    const { reference, transactionReference } = await open();
    await Promise.all([world.payOnHostedPage(transactionReference), returns(reference)]);
    await returns(reference);
    await checkouts.expectPaidOnce(reference);
  });

  it('before three copies of the event causes one webhook', async () => {
    const { reference, transactionReference } = await open();
    await world.planFault({ on: 'event', reference, fault: { kind: 'duplicate', copies: 3 } });
    await world.payOnHostedPage(transactionReference);
    await returns(reference);
    await checkouts.expectPaidOnce(reference);
    await world.sandbox.deliveries.settled();
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('after a decline sees it, tries again on a new page, and pays once', async () => {
    const { reference, transactionReference } = await open();
    await world.dropEvent(reference);
    await world.payOnHostedPage(transactionReference, 'declined');
    await returns(reference);
    await world.merchant.receives(reference, 'checkout.attempt-failed');
    const declined = await returns(reference);
    expect(declined.html).toContain('No money was taken');
    expect(declined.html).not.toContain('http-equiv="refresh"');

    const again = await request(`${world.returnUrl(reference)}/again`, { method: 'POST' });
    await again.body.dump();
    expect(again.statusCode).toBe(303);
    const [, further = ''] = /\/checkout\/(.+)$/.exec(String(again.headers.location)) ?? [];
    expect(decodeURIComponent(further)).not.toBe(transactionReference);
    expect((await returns(reference)).html).toContain('Checking your payment');
    await world.payOnHostedPage(decodeURIComponent(further));
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect((await returns(reference)).html).toContain('The shop has received your payment');
  });

  it('a hundred times with a forged query changes nothing and costs few checks', async () => {
    const { reference } = await open();
    for (let n = 0; n < 100; n++) await returns(reference, '?paymentStatus=PAID&amountPaid=2500');
    expect(await world.oware.checkouts.get(reference)).toMatchObject({ state: 'PENDING' });
    const { counts } = await costOf(world.client, `checkout:${reference}`);
    expect(counts.WORKFLOW_EXECUTION_SIGNALED).toBeLessThan(10);
  });

  it('sees nothing about an unknown reference, and no amount or e-mail about a known one', async () => {
    expect(await returns('never-used')).toMatchObject({ status: 404 });
    expect(await returns(encodeURIComponent('<script>alert(1)</script>'))).toMatchObject({ status: 404 });
    const { reference } = await open();
    expect((await returns(reference)).html).not.toMatch(/2500|ada@/);
  });
});
