import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toSettings } from '../../../src/cli/commands/worker.js';
import { readConfig } from '../../../src/config.js';
import { type Billing, createBilling, HOUR } from '../../support/lifecycles/invoices.js';
import { createMovedWorld, type MovedWorld } from '../../support/world/time-travel-world.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { waitUntil } from '../../support/wait-until.js';
import { MINUTE } from '../../support/world/world.js';

const DAY = 24 * HOUR;

let world: MovedWorld;
let billing: Billing;
beforeAll(async () => {
  world = await createMovedWorld({ settings: toSettings(readConfig({})) });
  billing = createBilling(world);
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

async function checkout(reference: string) {
  const customer = { email: 'ada@example.com' };
  await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  const { body } = await world.call('POST', `/v1/checkouts/${reference}/virtual-account`);
  return body as unknown as { bankCode: string; accountNumber: string };
}

describe('with the default settings, on the server that people use', () => {
  it('a checkout that nobody pays is PENDING for forty minutes and then EXPIRED', async () => {
    const account = await checkout('window');
    await world.pass(39 * MINUTE);
    expect(await world.call('GET', '/v1/checkouts/window')).toMatchObject({ body: { state: 'PENDING' } });
    await world.pass(2 * MINUTE);
    const { reason } = await world.becomes('window', 'EXPIRED');
    expect(reason).toBe('the gateway says EXPIRED');
    await world.merchant.hears('window', 'checkout.expired');
    expect(await world.pay(account, '2500.00')).toMatchObject({ accepted: false });
    expect(await world.collectedFor('window')).toEqual([]);
  });

  it('an invoice stays open for its thirty days, and ends when the gateway says so', async () => {
    const expiresAt = new Date(billing.now() + 30 * DAY).toISOString();
    const { account, transactionReference } = await billing.open('thirty-days', { expiresAt });
    await world.pass(30 * DAY - MINUTE);
    expect(await billing.read('thirty-days')).toMatchObject({ state: 'PENDING' });
    await world.pass(2 * MINUTE);
    expect(await billing.becomes('thirty-days', 'EXPIRED')).toMatchObject({
      reason: 'the gateway says EXPIRED',
    });
    await world.merchant.hears('thirty-days', 'invoice.expired');
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
    expect(world.collected(transactionReference)).toEqual([]);
  });

  it('an invoice paid on its thirtieth day is PAID', async () => {
    const expiresAt = new Date(billing.now() + 30 * DAY).toISOString();
    const { account, transactionReference } = await billing.open('last-day', { expiresAt });
    await world.pass(30 * DAY - MINUTE);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: true });
    await world.merchant.hears('last-day', 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('a webhook is retried over three days, and then a person is asked to look', async () => {
    const account = await checkout('unreachable');
    world.merchant.answers(500);
    await world.pay(account, '2500.00');
    await world.becomes('unreachable', 'PAID');
    await world.pass(2 * DAY);
    expect(await read('unreachable')).not.toHaveProperty('reviewItems');
    await world.pass(DAY);
    const item = await waitUntil(
      'a review of the webhook',
      async () => reviewItems(await read('unreachable'))[0],
    );
    expect(item).toMatchObject({ kind: 'webhook-undelivered' });
    expect(item.reason).toContain('checkout.paid could not be delivered');
    // at once and after each of the eight pauses, three quick attempts each
    expect(world.merchant.attemptsFor('unreachable')).toBe(27);
    world.merchant.answers(204);
  });

  it('a merchant that is back on the third day receives the webhook once', async () => {
    const account = await checkout('back-on-day-three');
    world.merchant.answers(500);
    await world.pay(account, '2500.00');
    await world.becomes('back-on-day-three', 'PAID');
    await world.pass(2 * DAY);
    world.merchant.answers(204);
    await world.pass(DAY);
    await world.merchant.hears('back-on-day-three', 'checkout.paid');
    expect(world.merchant.of('back-on-day-three')).toHaveLength(1);
    expect(await read('back-on-day-three')).not.toHaveProperty('reviewItems');
  });
});

const read = async (reference: string) => (await world.call('GET', `/v1/checkouts/${reference}`)).body;
