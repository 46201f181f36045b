import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig, toSettings } from '../../../src/config/config.js';
import { type Invoices, createInvoices } from '../../support/lifecycles/invoices.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let checkouts: Checkouts;
let invoices: Invoices;
beforeAll(async () => {
  world = await createTimeTravelWorld({ settings: toSettings(readConfig({})) });
  checkouts = createCheckouts(world, 'defaults');
  invoices = createInvoices(world);
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

describe('with the default settings, on the dev server', () => {
  it('an unpaid checkout is PENDING for forty minutes and then EXPIRED', async () => {
    const { account } = await checkouts.openWithAccount('window');
    await world.pass(39 * MINUTE);
    expect(await checkouts.read('window')).toMatchObject({ state: 'PENDING' });
    await world.pass(2 * MINUTE);
    const { reason } = await world.becomes('window', 'EXPIRED');
    expect(reason).toBe('the gateway reports EXPIRED');
    await world.merchant.receives('window', 'checkout.expired');
    expect(await world.pay(account, '2500.00')).toMatchObject({ accepted: false });
    expect(await world.collectedFor('window')).toEqual([]);
  });

  it('an invoice stays open for its thirty days, and expires with the gateway’s record', async () => {
    const expiresAt = new Date(invoices.now() + 30 * DAY).toISOString();
    const { account, transactionReference } = await invoices.open('thirty-days', { expiresAt });
    await world.pass(30 * DAY - MINUTE);
    expect(await invoices.read('thirty-days')).toMatchObject({ state: 'PENDING' });
    await world.pass(2 * MINUTE);
    expect(await invoices.becomes('thirty-days', 'EXPIRED')).toMatchObject({
      reason: 'the gateway reports EXPIRED',
    });
    await world.merchant.receives('thirty-days', 'invoice.expired');
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: false });
    expect(world.collected(transactionReference)).toEqual([]);
  });

  it('an invoice paid on its thirtieth day is PAID', async () => {
    const expiresAt = new Date(invoices.now() + 30 * DAY).toISOString();
    const { account, transactionReference } = await invoices.open('last-day', { expiresAt });
    await world.pass(30 * DAY - MINUTE);
    expect(await world.pay(account, '15000.00')).toMatchObject({ accepted: true });
    await world.merchant.receives('last-day', 'invoice.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('a webhook is retried over three days, and then needs review', async () => {
    const { account } = await checkouts.openWithAccount('unreachable');
    world.merchant.answers(500);
    await world.pay(account, '2500.00');
    await world.becomes('unreachable', 'PAID');
    await world.pass(2 * DAY);
    expect(await checkouts.read('unreachable')).not.toHaveProperty('reviewItems');
    await world.pass(DAY);
    const item = await checkouts.reviewItem('unreachable', 'webhook-undelivered');
    expect(item.reason).toContain('checkout.paid could not be delivered');
    // at once and after each of the eight pauses, three quick attempts each
    expect(world.merchant.attemptsFor('unreachable')).toBe(27);
    world.merchant.answers(204);
  });

  it('a merchant whose server answers 404 until the third day receives the webhook once', async () => {
    const { account } = await checkouts.openWithAccount('back-on-day-three');
    world.merchant.answers(404);
    await world.pay(account, '2500.00');
    await world.becomes('back-on-day-three', 'PAID');
    await world.pass(2 * DAY);
    world.merchant.answers(204);
    await world.pass(DAY);
    await world.merchant.receives('back-on-day-three', 'checkout.paid');
    expect(world.merchant.of('back-on-day-three')).toHaveLength(1);
    expect(await checkouts.read('back-on-day-three')).not.toHaveProperty('reviewItems');
  });
});
