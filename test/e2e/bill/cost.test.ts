import { afterAll, beforeAll } from 'vitest';
import { createBills } from '../../support/lifecycles/bills.js';
import { testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

testCosts(() => world, {
  'a bill that is paid at once': {
    scenario: async () => {
      const bills = createBills(world);
      const reference = `cost-bill-${process.pid}`;
      await bills.create(reference);
      await bills.closed(reference);
      return bills.id(reference);
    },
    recordAs: 'bill-paid',
    // activities: look, vend, webhook
    includes: { ACTIVITY_TASK_SCHEDULED: 3 },
    total: 30,
  },
});
