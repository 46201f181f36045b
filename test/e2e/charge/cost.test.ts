import { afterAll, beforeAll } from 'vitest';
import { type Charges, createCharges } from '../../support/lifecycles/charges.js';
import { testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let charges: Charges;
beforeAll(async () => {
  world = await createWorld();
  charges = createCharges(world, 'cost-charge');
});
afterAll(() => world.close());

async function charged(): Promise<string> {
  const reference = charges.newReference();
  const checkout = await charges.paidByCard('tokenizable');
  await charges.create(reference, { checkout });
  await charges.closed(reference);
  return charges.id(reference);
}

testCosts(() => world, {
  'a charge of the card of a checkout': {
    scenario: charged,
    recordAs: 'charge-paid',
    // activities: settings, card, pauses, send, webhook, check after the event
    includes: { ACTIVITY_TASK_SCHEDULED: 6, WORKFLOW_EXECUTION_SIGNALED: 1 },
    total: 60,
  },
});
