import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 500 } });
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

let count = 0;
const handle = (reference: string) => world.client.workflow.getHandle(`checkout:${reference}`);
const resolve = (reference: string, body: object, key = 'paid-late', headers = {}) =>
  world.call('POST', `/v1/checkouts/${reference}/review-items/${key}/resolve`, body, headers);
const ACCEPT = { decision: 'accept', reason: 'the customer still wants it' };

async function cancelledCheckout() {
  const reference = `review-${process.pid}-${(count += 1)}`;
  const customer = { email: 'ada@example.com' };
  await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  const { body: account } = await world.call('POST', `/v1/checkouts/${reference}/virtual-account`);
  const cancelled = await world.call('POST', `/v1/checkouts/${reference}/cancel`);
  expect(cancelled).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
  return { reference, account: account as never, cancelled };
}

async function paidLate(): Promise<string> {
  const { reference, account } = await cancelledCheckout();
  await handle(reference).result();
  await world.pay(account, '2500.00');
  await world.merchant.hears(reference, 'checkout.on-hold');
  return reference;
}

describe('a review item', () => {
  it('is resolved once: the merchant may ship, and a repeat gets the same answer from the closed run', async () => {
    const reference = await paidLate();
    const { body } = await world.call('GET', `/v1/checkouts/${reference}`);
    expect(body).toMatchObject({
      fulfillable: false,
      reviewItems: [{ key: 'paid-late', kind: 'paid-late', atRisk: '2500.00' }],
    });
    expect(world.merchant.of(reference).map(({ type }) => type)).not.toContain('checkout.paid');

    const resolved = await resolve(reference, ACCEPT);
    expect(resolved).toMatchObject({
      status: 200,
      body: { fulfillable: true, resolved: [{ key: 'paid-late', ...ACCEPT }] },
    });
    await world.merchant.hears(reference, 'checkout.paid');
    await handle(reference).result();
    expect(await resolve(reference, ACCEPT)).toMatchObject({
      status: 200,
      body: { fulfillable: true, resolved: [{ key: 'paid-late', ...ACCEPT }] },
    });
    expect(world.merchant.of(reference).filter(({ type }) => type === 'checkout.paid')).toHaveLength(1);
  });

  it('cannot be resolved in another way afterwards, and one that never was cannot be resolved', async () => {
    const reference = await paidLate();
    const nothing = { status: 409, body: { type: 'urn:oware:problem:nothing-to-resolve' } };
    expect(await resolve(reference, ACCEPT, 'overpaid')).toMatchObject(nothing);
    await resolve(reference, ACCEPT);
    await handle(reference).result();
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

describe('a repeated cancel', () => {
  it('gets the same answer, also when the run has ended', async () => {
    const { reference, cancelled } = await cancelledCheckout();
    expect(await world.call('POST', `/v1/checkouts/${reference}/cancel`)).toEqual(cancelled);
    await handle(reference).result();
    expect(await world.call('POST', `/v1/checkouts/${reference}/cancel`)).toEqual(cancelled);
    expect(world.merchant.of(reference).map(({ type }) => type)).toEqual(['checkout.cancelled']);
  });

  it('of a checkout that was paid is still refused', async () => {
    const { reference, account } = await cancelledCheckout();
    await handle(reference).result();
    await world.pay(account, '2500.00');
    await world.merchant.hears(reference, 'checkout.on-hold');
    expect(await world.call('POST', `/v1/checkouts/${reference}/cancel`)).toMatchObject({
      status: 409,
      body: { type: 'urn:oware:problem:not-open' },
    });
  });
});
