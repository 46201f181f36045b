import { afterAll, beforeAll } from 'vitest';
import { createPaycodes } from '../../support/lifecycles/paycodes.js';
import { testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

testCosts(() => world, {
  'a paycode that is redeemed': {
    scenario: async () => {
      const paycodes = createPaycodes(world);
      const reference = `cost-paycode-${process.pid}`;
      await paycodes.create(reference);
      await paycodes.redeem(reference);
      await paycodes.confirm(reference);
      await paycodes.closed(reference);
      return paycodes.id(reference);
    },
    recordAs: 'paycode-redeemed',
    // activities: look, issue, two webhooks, the requested check
    includes: { ACTIVITY_TASK_SCHEDULED: 5 },
    total: 46,
  },
  'a paycode that is cancelled': {
    scenario: async () => {
      const paycodes = createPaycodes(world);
      const reference = `cost-cancel-${process.pid}`;
      await paycodes.create(reference);
      // it closes after a second read of its end
      await paycodes.cancel(reference);
      return paycodes.id(reference);
    },
    recordAs: 'paycode-cancelled',
    // activities: look, issue, cancel, webhooks
    activities: [4, 5],
    // with the task that the cancel may need for itself
    total: 49,
  },
});
