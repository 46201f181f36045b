import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';
import { resolveItem } from '../../support/lifecycles/review-items.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    settings: { gatewayEventGraceMs: 1_000, recheckScheduleMs: [50, 100], unresolvedAfterMs: 300 },
  });
});
afterAll(() => world.close());

const customer = { email: 'ada@example.com' };

const ODD: readonly (readonly [string, string])[] = [
  ['bars', `MNFY|11|${process.pid}`],
  ['spaces', ` order ${process.pid} of  Ada `],
  ['200 characters', `${process.pid}-`.padEnd(200, 'x')],
  ['SQL', `'; DROP TABLE payments; -- ${process.pid}`],
  ['HTML', `<script>alert(${process.pid})</script>`],
  ['a formula', `=HYPERLINK("http://evil.example/${process.pid}";"pay")`],
  ['a path', `../../checkout:order-${process.pid}`],
  ['other letters', `ọ̀wọ̀-₦-🐚-${process.pid}`],
];

describe.concurrent.each(ODD)('a reference with %s', (_what, reference) => {
  it('is refused for a checkout, and the field is named', async () => {
    const refused = await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
    expect(refused).toMatchObject({
      status: 400,
      body: { moneyMoved: 'no', errors: [{ field: 'reference' }] },
    });
    expect(await world.transactionsOf(reference)).toEqual([]);
  });

  it('is not found when it is read', async () => {
    const read = await world.call('GET', `/v1/checkouts/${encodeURIComponent(reference)}`);
    expect(read).toMatchObject({ status: 404, body: { type: '/problems/not-found' } });
  });
});

describe.concurrent('a payment under a reference that Oware never creates', () => {
  it.each(ODD)(
    'with %s is reported once under that reference, and its workflow id has the hash',
    async (_what, reference) => {
      await world.planFault({ on: 'event', reference, fault: { kind: 'duplicate', copies: 2 } });
      const cash = { merchantId: world.account.id, amount: '700.00', reference };
      const { transactionReference } = await world.control('offline-payments', cash);
      const webhook = await world.merchant.receives(reference, 'checkout.unexpected');
      expect(webhook.data.checkout).toMatchObject({ reference, state: 'PAID', paid: { amount: '700.00' } });
      const hash = createHash('sha256').update(reference).digest('hex').slice(0, 40);
      const handle = world.handle(`checkout:x-${hash}`);
      expect(await handle.result()).toMatchObject({ state: 'PAID', terms: { reference } });
      expect(world.merchant.of(reference)).toHaveLength(1);
      expect(world.collected(String(transactionReference))).toHaveLength(1);
    },
  );
});

describe.concurrent('an unproven event under a reference that Oware never creates', () => {
  it.each(ODD)('with %s is read and resolved by that reference', async (what, odd) => {
    const reference = `${odd} again`;
    const transactionReference = `MNFY|none|${process.pid}|${what}`;
    const eventData = {
      transactionReference,
      paymentReference: reference,
      amountPaid: 900,
      currency: 'NGN',
      paymentStatus: 'PAID',
    };
    expect(await world.postEvent({ eventType: 'SUCCESSFUL_TRANSACTION', eventData })).toBe(200);

    const path = `/v1/checkouts/${encodeURIComponent(reference)}`;
    const key = `unproven-event:${transactionReference}`;
    const { body: found } = await waitUntil('a review item', async () => {
      const read = await world.call('GET', path);
      return read.body.reviewItems !== undefined && read;
    });
    expect(found).toMatchObject({ reference, reviewItems: [{ key, atRisk: '900.00' }] });
    const hash = createHash('sha256').update(reference).digest('hex').slice(0, 40);
    expect(await world.call('GET', `/v1/checkouts/x-${hash}`)).toMatchObject({ status: 200, body: found });

    const resolve = (more = '') =>
      resolveItem(
        world,
        { path, key: key + more },
        { decision: 'dismiss', reason: 'the gateway has no such transaction' },
      );
    expect(await resolve('-other')).toMatchObject({
      status: 409,
      body: { type: '/problems/nothing-to-resolve' },
    });
    const resolved = await resolve();
    expect(resolved).toMatchObject({ status: 200, body: { resolved: [{ key, decision: 'dismiss' }] } });
    expect(resolved.body.reviewItems).toBeUndefined();
    await world.handle(`checkout:x-${hash}`).terminate();
  });
});

describe.concurrent('hostile text in free fields', () => {
  it('is stored and returned unchanged', async () => {
    const reference = `hostile-${process.pid}`;
    const words = { name: '"><script>alert(1)</script>|=1+1', description: "'); DROP TABLE payments; --" };
    const asked = {
      reference,
      amount: '2500.00',
      customer: { ...customer, name: words.name },
      description: words.description,
    };
    const { status, body } = await world.call('POST', '/v1/checkouts', asked);
    expect(status).toBe(201);
    await world.payOnHostedPage(body.transactionReference);
    const webhook = await world.merchant.receives(reference, 'checkout.paid');
    const read = await world.call('GET', `/v1/checkouts/${reference}`);
    const same = { customer: { name: words.name }, description: words.description };
    expect(webhook.data.checkout).toMatchObject(same);
    expect(read.body).toMatchObject(same);
  });
});
