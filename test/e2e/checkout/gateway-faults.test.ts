import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000] } });
  checkouts = createCheckouts(world, 'faults');
});
afterAll(() => world.close());

async function createAndPay(reference: string): Promise<void> {
  const { status, body } = await checkouts.create(reference);
  expect(status).toBe(201);
  expect(body.checkoutUrl).toContain(world.gatewayUrl);
  await world.pay(await checkouts.virtualAccount(reference), '2500.00');
}

describe.concurrent('a checkout whose first call to the gateway fails', () => {
  it.each(CALL_FAULTS)('%s: the payer still gets a page, and pays once', async (fault) => {
    const reference = checkouts.newReference();
    const [when, kind] = fault.split('.');
    await world.planFault({ on: 'call', endpoint: 'initTransaction', reference, when, fault: { kind } });
    await createAndPay(reference);
    await checkouts.expectPaidOnce(reference);
  });
});

describe.concurrent('faulty gateway events', () => {
  it.each(['duplicate', 'forge', 'mutate-amount'])('%s: the checkout is PAID once', async (fault) => {
    const reference = checkouts.newReference();
    await world.planFault({ on: 'event', reference, fault: { kind: fault } });
    await createAndPay(reference);
    const webhook = await world.merchant.receives(reference, 'checkout.paid');
    expect(webhook.data.checkout).toMatchObject({ state: 'PAID', paid: { amount: '2500.00' } });
    await world.sandbox.deliveries.settled();
    await checkouts.expectPaidOnce(reference);
  });
});
