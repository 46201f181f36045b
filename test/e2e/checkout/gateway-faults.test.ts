import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAYS_TO_GO_WRONG } from '../../support/gateway-faults.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000] } });
});
afterAll(() => world.close());

const named = (fault: string) => `faults-${process.pid}-${fault.replaceAll('.', '-')}`;

async function payThrough(reference: string) {
  const customer = { email: 'ada@example.com' };
  const created = await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  expect(created.status).toBe(201);
  expect(created.body.checkoutUrl).toContain(world.gatewayUrl);
  const account = await world.call('POST', `/v1/checkouts/${reference}/virtual-account`);
  await world.pay(account.body as unknown as { bankCode: string; accountNumber: string }, '2500.00');
  return created.body;
}

describe('a checkout whose first call to the gateway goes wrong', () => {
  it.each(WAYS_TO_GO_WRONG)('%s: the payer gets a page all the same, and pays once', async (fault) => {
    const reference = named(fault);
    const [when, kind] = fault.split('.');
    await world.strike({ on: 'call', endpoint: 'initTransaction', reference, when, fault: { kind } });
    await payThrough(reference);
    await world.merchant.hears(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(world.merchant.of(reference)).toHaveLength(1);
  });
});

describe('events that go wrong', () => {
  it.each(['duplicate', 'forge', 'mutate-amount'])('%s: the payment is PAID once', async (fault) => {
    const reference = named(fault);
    await world.strike({ on: 'event', reference, fault: { kind: fault } });
    await payThrough(reference);
    const webhook = await world.merchant.hears(reference, 'checkout.paid');
    expect(webhook.data.checkout).toMatchObject({ state: 'PAID', paid: { amount: '2500.00' } });
    await world.sandbox.deliveries.settled();
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(world.merchant.of(reference)).toHaveLength(1);
  });
});
