import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSubscriptions, type Subscriptions } from '../../support/lifecycles/subscriptions.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let subscriptions: Subscriptions;
/** A paid card checkout. */
let checkout: string;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  subscriptions = createSubscriptions(world, 'sub');
  checkout = await subscriptions.paidByCard();
});
beforeEach(() => world.backToNow());
// so that they take no part in the time of the next test
afterEach(() => world.terminateAll());
afterAll(() => world.close());

const typesOf = (reference: string) => world.merchant.typesOf(reference);

/** A subscription whose first period was charged. */
async function charged(plan: object = {}, terms: object = {}): Promise<string> {
  const reference = subscriptions.newReference();
  await subscriptions.create(reference, { checkout, ...terms }, plan);
  await subscriptions.periodBecomes(reference, 0, 'PAID');
  return reference;
}

describe('a subscription', () => {
  it('charges each period once, under a reference of its own, and ends with its plan', async () => {
    const reference = await charged({ lastDay: subscriptions.dayAfter(20) });
    await world.pass(10 * DAY, 2 * DAY);
    await subscriptions.periodBecomes(reference, 1, 'PAID');
    await world.pass(10 * DAY, 2 * DAY);
    expect(await subscriptions.becomes(reference, 'ENDED')).toMatchObject({
      totals: { charged: 3, chargedAmount: '4500.00', failed: 0, missed: 0 },
    });
    await subscriptions.closed(reference);
    for (const days of [0, 10, 20]) {
      expect(await subscriptions.collected(subscriptions.attempt(reference, days))).toEqual([150_000]);
    }
    expect(typesOf(reference)).toEqual([
      'subscription.active',
      'subscription.charged',
      'subscription.charged',
      'subscription.charged',
      'subscription.ended',
    ]);
  });

  it('charges a new amount from the next period on', async () => {
    const reference = await charged();
    expect(await subscriptions.post(reference, 'amend', { amount: '1800.00' })).toMatchObject({
      body: { amount: '1800.00', periods: [{ amount: '1500.00' }] },
    });
    await world.pass(10 * DAY, 2 * DAY);
    await subscriptions.periodBecomes(reference, 1, 'PAID');
    expect(await subscriptions.collected(subscriptions.attempt(reference, 10))).toEqual([180_000]);
  });

  it('is charged once for all due days that fall on one working day, and misses none of them', async () => {
    const plan = { every: { unit: 'DAY', count: 1 }, onFreeDay: 'NEXT_WORKING_DAY' };
    const reference = subscriptions.newReference();
    await subscriptions.create(reference, { checkout }, plan);
    await world.pass(9 * DAY, 12 * HOUR);
    const periods = await waitUntil('a week of charges', async () => {
      const all = await subscriptions.periods(reference);
      return all.filter(({ state }) => state === 'PAID').length >= 6 && all;
    });
    const isFree = ({ day }: { readonly day: string }) =>
      [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
    expect(periods.filter(isFree)).toEqual([]);
    expect(await subscriptions.read(reference)).toMatchObject({ totals: { missed: 0 } });
    expect(typesOf(reference)).not.toContain('subscription.period-missed');
  });

  it('misses the periods of a pause, and reports them', async () => {
    const reference = await charged();
    expect((await subscriptions.post(reference, 'pause')).body).toMatchObject({ state: 'PAUSED' });
    await world.pass(25 * DAY, 5 * DAY);
    expect(await subscriptions.periods(reference)).toMatchObject([
      { state: 'PAID' },
      { state: 'MISSED', attempts: [], reason: 'the subscription was paused' },
      { state: 'MISSED', attempts: [] },
    ]);
    expect((await subscriptions.post(reference, 'resume')).body).toMatchObject({ state: 'ACTIVE' });
    await world.pass(5 * DAY, DAY);
    await subscriptions.periodBecomes(reference, 3, 'PAID');
    expect(await subscriptions.collected(subscriptions.attempt(reference, 10))).toEqual([]);
    expect(await subscriptions.collected(subscriptions.attempt(reference, 20))).toEqual([]);
    expect(await subscriptions.collected(subscriptions.attempt(reference, 30))).toEqual([150_000]);
    expect(typesOf(reference).filter((type) => type === 'subscription.period-missed')).toHaveLength(2);
  });

  it('is refused without a card, and charges nothing', async () => {
    const reference = subscriptions.newReference();
    const unpaid = await subscriptions.checkouts.open();
    const { body } = await subscriptions.create(reference, { checkout: unpaid });
    expect(body).toMatchObject({ state: 'REFUSED' });
    await subscriptions.closed(reference);
    expect(typesOf(reference)).toEqual(['subscription.refused']);
  });

  it('can be cancelled: no later period is charged, and commands are refused', async () => {
    const reference = await charged();
    expect((await subscriptions.post(reference, 'cancel')).body).toMatchObject({ state: 'CANCELLED' });
    await subscriptions.closed(reference);
    expect(await subscriptions.post(reference, 'pause')).toMatchObject({ status: 409 });
    expect(await subscriptions.collected(subscriptions.attempt(reference, 10))).toEqual([]);
  });
});

// several, because the cancel must arrive together with the delivery of the webhook before it
it('a cancel right after a charge is reported too, and closes the workflow', async () => {
  for (let n = 0; n < 6; n++) {
    const reference = await charged();
    await subscriptions.post(reference, 'cancel');
    await subscriptions.closed(reference);
    expect(typesOf(reference).at(-1)).toBe('subscription.cancelled');
  }
});

describe('a subscription whose card is declined', () => {
  it('retries after one and three days, each under another reference, and then gives the period up', async () => {
    const once = await subscriptions.paidByCard('tokenizable-once');
    const reference = subscriptions.newReference();
    await subscriptions.create(reference, { checkout: once });
    await world.merchant.receives(reference, 'subscription.charge-failed');
    expect(await subscriptions.periods(reference)).toMatchObject([
      { state: 'DUE', attempts: [{ state: 'FAILED' }] },
    ]);
    await world.pass(DAY + HOUR);
    await world.pass(3 * DAY + HOUR);
    expect(await subscriptions.periodBecomes(reference, 0, 'FAILED')).toMatchObject({
      attempts: [1, 2, 3].map((n) => ({
        reference: subscriptions.attempt(reference, 0, n),
        state: 'FAILED',
        reason: 'the gateway reports FAILED',
      })),
    });
    expect(await subscriptions.read(reference)).toMatchObject({
      state: 'ACTIVE',
      totals: { charged: 0, failed: 1 },
    });
    const failures = () => typesOf(reference).filter((type) => type === 'subscription.charge-failed');
    await waitUntil('three webhooks', () => failures().length === 3);
  });

  it('is charged on another card that replaces it before the retry', async () => {
    const once = await subscriptions.paidByCard('tokenizable-once');
    const reference = subscriptions.newReference();
    await subscriptions.create(reference, { checkout: once });
    await world.merchant.receives(reference, 'subscription.charge-failed');
    expect(await subscriptions.post(reference, 'card', { checkout })).toMatchObject({ status: 200 });
    // a second reading confirms that the first charge failed
    await world.pass(6 * MINUTE, 2 * MINUTE);
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    await world.pass(2 * DAY);
    expect(await subscriptions.collected(subscriptions.attempt(reference, 0, 2))).toEqual([150_000]);
    expect(await subscriptions.collected(subscriptions.attempt(reference, 0, 3))).toEqual([]);
  });

  it('is on hold when the token has expired, until the card is replaced', async () => {
    const reference = subscriptions.newReference();
    await world.planFault({
      on: 'call',
      endpoint: 'chargeCardToken',
      reference: subscriptions.attempt(reference, 0),
      when: 'before',
      fault: { kind: 'refusal', code: '99', message: 'Card token has expired.', status: 422 },
    });
    await subscriptions.create(reference, { checkout });
    await subscriptions.becomes(reference, 'ON_HOLD');
    await world.pass(5 * DAY, DAY);
    expect(await subscriptions.periods(reference)).toMatchObject([{ state: 'DUE', attempts: [{ n: 1 }] }]);
    const { body } = await subscriptions.post(reference, 'card', { checkout });
    expect(body).toMatchObject({ state: 'ACTIVE' });
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    await world.merchant.receives(reference, 'subscription.charged');
    expect(typesOf(reference)).toEqual([
      'subscription.active',
      'subscription.charge-failed',
      'subscription.on-hold',
      'subscription.card-replaced',
      'subscription.charged',
    ]);
  });
});
