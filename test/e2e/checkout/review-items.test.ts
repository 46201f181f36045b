import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 500 } });
  checkouts = createCheckouts(world, 'review');
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

const resolve = (reference: string, resolution: object, key = 'paid-late', headers = {}) =>
  checkouts.resolve(reference, key, resolution, headers);
const ACCEPT = { decision: 'accept', reason: 'the customer still wants it' };

async function cancelledCheckout() {
  const { reference, account } = await checkouts.openWithAccount();
  const cancelled = await checkouts.cancel(reference);
  expect(cancelled).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
  return { reference, account, cancelled };
}

async function paidLate(): Promise<string> {
  const { reference, account } = await cancelledCheckout();
  await checkouts.closed(reference);
  await world.pay(account, '2500.00');
  await world.merchant.receives(reference, 'checkout.on-hold');
  return reference;
}

describe.concurrent('a review item', () => {
  it('is resolved once: the checkout becomes fulfillable, and a repeat gets the same answer from the closed run', async () => {
    const reference = await paidLate();
    expect(await checkouts.read(reference)).toMatchObject({
      fulfillable: false,
      reviewItems: [{ key: 'paid-late', kind: 'paid-late', atRisk: '2500.00' }],
    });
    expect(world.merchant.typesOf(reference)).not.toContain('checkout.paid');

    const resolved = await resolve(reference, ACCEPT);
    expect(resolved).toMatchObject({
      status: 200,
      body: { fulfillable: true, resolved: [{ key: 'paid-late', ...ACCEPT }] },
    });
    await world.merchant.receives(reference, 'checkout.paid');
    await checkouts.closed(reference);
    expect(await resolve(reference, ACCEPT)).toMatchObject({
      status: 200,
      body: { fulfillable: true, resolved: [{ key: 'paid-late', ...ACCEPT }] },
    });
    expect(world.merchant.of(reference).filter(({ type }) => type === 'checkout.paid')).toHaveLength(1);
  });

  it('cannot be resolved differently afterwards, and one that never existed cannot be resolved', async () => {
    const reference = await paidLate();
    const nothing = { status: 409, body: { type: '/problems/nothing-to-resolve' } };
    expect(await resolve(reference, ACCEPT, 'overpaid')).toMatchObject(nothing);
    await resolve(reference, ACCEPT);
    await checkouts.closed(reference);
    expect(await resolve(reference, { ...ACCEPT, decision: 'dismiss' })).toMatchObject(nothing);
    expect(await resolve(reference, ACCEPT, 'overpaid')).toMatchObject(nothing);
  });

  it('is resolved once under an Idempotency-Key, and another decision under it is refused', async () => {
    const reference = await paidLate();
    const key = { 'idempotency-key': 'ticket 4711' };
    const [one, other] = await Promise.all([
      resolve(reference, ACCEPT, 'paid-late', key),
      resolve(reference, ACCEPT, 'paid-late', key),
    ]);
    expect(one).toMatchObject({ status: 200 });
    expect(other).toEqual(one);
    const dismiss = { decision: 'dismiss', reason: 'a mistake' };
    expect((await resolve(reference, dismiss, 'paid-late', key)).status).toBe(409);
  });
});

describe.concurrent('a repeated cancel', () => {
  it('gets the same answer, also after the run has closed', async () => {
    const { reference, cancelled } = await cancelledCheckout();
    expect(await checkouts.cancel(reference)).toEqual(cancelled);
    await checkouts.closed(reference);
    expect(await checkouts.cancel(reference)).toEqual(cancelled);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.cancelled']);
  });

  it('of a checkout that was paid is refused', async () => {
    const { reference, account } = await cancelledCheckout();
    await checkouts.closed(reference);
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.on-hold');
    expect(await checkouts.cancel(reference)).toMatchObject({
      status: 409,
      body: { type: '/problems/not-open' },
    });
  });
});
