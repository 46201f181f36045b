import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { costOf } from '../../support/temporal/history.js';
import { waitUntil } from '../../support/wait-until.js';
import { MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  checkouts = createCheckouts(world, 'window');
});
afterAll(() => world.close());

/** Whether the gateway delivers events to the API. */
const deliverEvents = (isOn: boolean) =>
  world.control(
    `merchants/${world.account.id}`,
    { webhookUrls: isOn ? { all: `${world.apiUrl}/webhooks/gateway` } : {} },
    'PATCH',
  );

describe('the payment window of a checkout', () => {
  it('ends EXPIRED without a payment, and not before the gateway’s record does', async () => {
    await checkouts.openWithAccount('unpaid');
    await world.pass(39 * MINUTE);
    expect(await world.call('GET', '/v1/checkouts/unpaid')).toMatchObject({ body: { state: 'PENDING' } });
    await world.pass(2 * MINUTE);
    const expired = await world.becomes('unpaid', 'EXPIRED');
    expect(expired.reason).toBe('the gateway reports EXPIRED');
    await world.merchant.receives('unpaid', 'checkout.expired');
    await waitUntil('its end', async () => {
      const { status } = await world.handle('checkout:unpaid').describe();
      return status.name === 'COMPLETED';
    });
    const { counts, total } = await costOf(world.client, 'checkout:unpaid', 'checkout-account-expired');
    // open, account, safety check, check at the end, webhook
    expect(counts).toMatchObject({ ACTIVITY_TASK_SCHEDULED: 5, TIMER_STARTED: 2, TIMER_FIRED: 2 });
    expect(total - (counts.WORKFLOW_EXECUTION_UPDATE_ACCEPTED ?? 0)).toBeLessThanOrEqual(80);
  });

  it('accepts a payment in the last minute', async () => {
    const { account, transactionReference } = await checkouts.openWithAccount('just-in-time');
    await world.pass(39 * MINUTE);
    expect(await world.pay(account, '2500.00')).toMatchObject({ accepted: true });
    await world.merchant.receives('just-in-time', 'checkout.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('ends with a check that finds a payment whose event never arrived', async () => {
    const { account, transactionReference } = await checkouts.openWithAccount('event-lost');
    await deliverEvents(false);
    await world.pay(account, '2500.00');
    await deliverEvents(true);
    await world.pass(41 * MINUTE);
    await world.becomes('event-lost', 'PAID');
    await world.merchant.receives('event-lost', 'checkout.paid');
    expect(world.collected(transactionReference)).toHaveLength(1);
  });

  it('refuses a virtual account after its end', async () => {
    await checkouts.openWithAccount('too-late');
    await world.pass(41 * MINUTE);
    await world.becomes('too-late', 'EXPIRED');
    const refused = await world.call('POST', '/v1/checkouts/too-late/virtual-account');
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(' is EXPIRED') as string },
    });
  });
});

describe('a merchant that does not answer', () => {
  it('gets the webhook again by the retry schedule, and accepts it once', async () => {
    const { account } = await checkouts.openWithAccount('merchant-away');
    world.merchant.answers(500);
    await world.pay(account, '2500.00');
    await world.becomes('merchant-away', 'PAID');
    world.merchant.answers(204);
    await world.pass(2 * MINUTE);
    await world.merchant.receives('merchant-away', 'checkout.paid');
    expect(world.merchant.of('merchant-away')).toHaveLength(1);
  });
});
