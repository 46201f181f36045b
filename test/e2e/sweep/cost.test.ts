import { afterAll, beforeAll } from 'vitest';
import { dayOf } from '../../../src/domain/calendar.js';
import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, DAY, type World } from '../../support/world/world.js';

let world: World;
/** A day of its own: the worlds of all tests share the ids of sweeps. */
const now = () => Date.now() - 5 * DAY;

beforeAll(async () => {
  world = await createWorld({ now, settings: { sweepRecheckScheduleMs: [500, 2_000, 6_000] } });
});
afterAll(() => world.close());

async function sweptWithLostEvent(): Promise<string> {
  const checkouts = createCheckouts(world, 'cost-sweep');
  const { reference, account } = await checkouts.openWithAccount();
  await world.dropEvent(reference);
  await world.pay(account, '2500.00');
  const day = dayOf(now());
  await world.call('POST', '/v1/sweeps', { day });
  await world.closed(`sweep:${day}`);
  return `sweep:${day}`;
}

testCosts(() => world, {
  'a sweep of a day whose payment lost its event': {
    scenario: sweptWithLostEvent,
    recordAs: 'sweep-completed',
    includes: { WORKFLOW_EXECUTION_COMPLETED: 1 },
    // an activity for each hour and kind of record that can have any, paycodes included, however many payments there are
    total: 480,
  },
});
