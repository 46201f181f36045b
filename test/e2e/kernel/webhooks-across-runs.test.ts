import { afterAll, beforeAll, expect, it } from 'vitest';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      continueAsNewAfterHistoryEvents: 20,
      webhookRetryScheduleMs: Array.from({ length: 20 }, () => 1_000),
    },
  });
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

it('a webhook that the last run could not deliver is delivered by the next, although nothing else is left to do', async () => {
  const reference = `webhook-over-runs-${process.pid}`;
  const workflowId = `checkout:${reference}`;
  const customer = { email: 'ada@example.com' };
  await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  world.merchant.answers(500);
  await world.call('POST', `/v1/checkouts/${reference}/cancel`);
  await waitUntil('another run', async () => (await runsOf(world.client, workflowId)).length > 1);
  world.merchant.answers(204);
  await world.merchant.receives(reference, 'checkout.cancelled');
  expect(await world.handle(workflowId).result()).toMatchObject({ state: 'CANCELLED' });
});
