import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnsettledSearch, type FoundUnsettled } from '../../../activities/find-unsettled.js';
import { createGatewayActivities } from '../../../activities/gateway.js';
import { addDays, dayOf } from '../../../src/domain/calendar.js';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createSettlements, type Settlements } from '../../support/lifecycles/settlements.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
let settlements: Settlements;
beforeAll(async () => {
  world = await createWorld({
    settings: { gatewayEventGraceMs: 100, recheckScheduleMs: [200, 300, 400], checkGapMs: 200 },
  });
  checkouts = createCheckouts(world, 'unsettled');
  settlements = createSettlements(world);
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

async function paid() {
  const checkout = await checkouts.openWithAccount();
  await world.pay(checkout.account, '2500.00');
  await world.merchant.receives(checkout.reference, 'checkout.paid');
  return checkout;
}

/** The search, eight days later: the payments of today are due whatever the weekday. */
function searchOn(day = addDays(dayOf(Date.now()), 8)): Promise<FoundUnsettled> {
  const search = createUnsettledSearch(createGatewayActivities(world.gateway), {
    forwardEvent: async (to, event) => {
      await world.oware.deliverEvent(to, event);
    },
  });
  const request = { day, afterWorkingDays: 2, holidays: [], followSince: '' };
  return new MockActivityEnvironment().run(() => search.findUnsettled(request));
}

describe('a settlement whose event was lost', () => {
  it('is found by the record of a payment, and proven by the share of each', async () => {
    const settled = [await paid(), await paid()].map(({ transactionReference }) => transactionReference);
    const { reference, amountKobo } = await settlements.settleWithoutEvent();
    const late = await paid();
    const found = await searchOn();
    expect(found).toMatchObject({ paid: 3, settlements: [reference], count: 1, amountKobo: 2_500_00 });
    expect(found.oldest.map(({ transactionReference }) => transactionReference)).toEqual([
      late.transactionReference,
    ]);
    await settlements.becomes(reference, 'COMPLETED');
    const view = await settlements.read(reference);
    expect(view).toMatchObject({
      reason: '2 payments of ₦4,925.00 net; no event announced a total',
      listed: { netKobo: amountKobo },
    });
    // both may have been paid in the same second
    expect(settled).toContain(view.foundBy);
    await settlements.closed(reference);
    const run = await world.runIdOf(settlements.id(reference));
    await searchOn();
    expect(await world.runIdOf(settlements.id(reference))).toBe(run);
    // the event arrives after all
    await settlements.announce(reference, amountKobo, 2);
    await expect.poll(async () => (await settlements.read(reference)).totalKobo).toBe(amountKobo);
    expect(world.merchant.typesOf(reference)).toEqual(['settlement.completed']);
  });

  it('leaves out payments that are not due yet', async () => {
    await paid();
    expect(await searchOn(dayOf(Date.now()))).toMatchObject({ paid: 0, count: 0 });
  });
});

describe('GET /v1/checkouts/{reference}?include=settlement', () => {
  it('shows where the money went, by the settlement detail', async () => {
    const { reference, transactionReference } = await paid();
    const path = `/v1/checkouts/${reference}?include=settlement`;
    expect((await world.call('GET', path)).body).toMatchObject({ state: 'PAID', settlements: [] });
    const settled = await settlements.settle();
    expect((await world.call('GET', path)).body.settlements).toMatchObject([
      { reference: settled.reference, transactionReference, amount: '2462.50', amountKobo: 2_462_50 },
    ]);
    expect((await world.call('GET', `/v1/checkouts/${reference}?include=everything`)).status).toBe(400);
  });
});
