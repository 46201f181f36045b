import { createCheckouts } from '../../support/lifecycles/checkouts.js';
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

it('a webhook that the last run could not deliver is delivered by the next run, which has nothing else to do', async () => {
  const checkouts = createCheckouts(world, 'webhook-across-runs');
  const reference = await checkouts.open();
  const workflowId = checkouts.id(reference);
  world.merchant.answers(500);
  await checkouts.cancel(reference);
  await waitUntil('another run', async () => (await runsOf(world.client, workflowId)).length > 1);
  world.merchant.answers(204);
  await world.merchant.receives(reference, 'checkout.cancelled');
  expect(await world.handle(workflowId).result()).toMatchObject({ state: 'CANCELLED' });
});

it('a webhook that a run could not deliver before it was terminated is delivered by the run that recovers it', async () => {
  const checkouts = createCheckouts(world, 'webhook-lost-run');
  const reference = await checkouts.open();
  const workflowId = checkouts.id(reference);
  world.merchant.answers(500);
  await checkouts.cancel(reference);
  await waitUntil('another run', async () => (await runsOf(world.client, workflowId)).length > 1);
  await world.handle(workflowId).terminate();
  world.merchant.answers(204);
  await checkouts.create(reference);
  await world.merchant.receives(reference, 'checkout.cancelled');
});

it.each([
  ['refuses', 400],
  ['fails on', 500],
])(
  'a webhook that the merchant %s holds up no other, and is delivered once it is taken',
  async (_, status) => {
    const checkouts = createCheckouts(world, `webhook-${status}`);
    const { reference, transactionReference } = await checkouts.openWithAccount();
    world.merchant.refuses('checkout.cancelled', status);
    await checkouts.cancel(reference);
    await world.payOnHostedPage(transactionReference);
    await world.merchant.receives(reference, 'checkout.on-hold');
    world.merchant.refuses();
    await world.merchant.receives(reference, 'checkout.cancelled');
    expect(world.merchant.of(reference).map(({ type, data }) => [type, data.sequence])).toEqual([
      ['checkout.on-hold', 2],
      ['checkout.cancelled', 1],
    ]);
  },
);
