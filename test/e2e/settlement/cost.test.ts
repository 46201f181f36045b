import { afterAll, beforeAll } from 'vitest';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createSettlements, type Settlements } from '../../support/lifecycles/settlements.js';
import { testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
let settlements: Settlements;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 100, recheckScheduleMs: [200, 300] } });
  checkouts = createCheckouts(world, 'cost-settlement');
  settlements = createSettlements(world);
});
afterAll(() => world.close());

async function settled(): Promise<string> {
  for (let n = 0; n < 3; n++) {
    const { reference, account } = await checkouts.openWithAccount();
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
  }
  const { reference } = await settlements.settle();
  await settlements.closed(reference);
  return settlements.id(reference);
}

async function neverListed(): Promise<string> {
  const reference = `COSTLESS${process.pid}`;
  await settlements.announce(reference, 100_00);
  await settlements.becomes(reference, 'UNPROVEN');
  await settlements.resolve(reference, 'unproven-event:10000');
  await settlements.closed(reference);
  return settlements.id(reference);
}

testCosts(() => world, {
  'a settlement, however many payments it has': {
    scenario: settled,
    recordAs: 'settlement-completed',
    // the settings, the sums, the comparison, the webhook; a busy machine needs no timer for the grace period of further events
    includes: {
      ACTIVITY_TASK_COMPLETED: 4,
      WORKFLOW_EXECUTION_SIGNALED: 1,
      UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 2,
    },
    total: 40,
  },
  'a settlement that the gateway never lists': {
    scenario: neverListed,
    recordAs: 'settlement-unproven',
    includes: { WORKFLOW_EXECUTION_UPDATE_COMPLETED: 1, WORKFLOW_EXECUTION_SIGNALED: 1 },
    total: 80,
  },
});
