import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { Client } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOwareClient } from '../../../src/client/client.js';
import { createDataConverter } from '../../../src/secrets/data-converter.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 30_000 } });
});
afterAll(() => world.close());

/** A client that does `meanwhile` after it has described the workflow and before it reads the result. */
function createReader(meanwhile: () => Promise<unknown>) {
  const client = new Client({
    connection: world.client.connection,
    dataConverter: createDataConverter(),
    interceptors: {
      workflow: [
        {
          describe: async (input, next) => {
            const described = await next(input);
            await meanwhile();
            return described;
          },
        },
      ],
    },
  });
  return createOwareClient({ client, taskQueue: world.taskQueue, timeoutMs: 5_000 });
}

it('a read of a closed checkout returns its result though an event starts another run meanwhile', async () => {
  const checkouts = createCheckouts(world, 'read');
  const { reference, account } = await checkouts.openWithAccount();
  await checkouts.cancel(reference);
  await checkouts.closed(reference);

  const reader = createReader(async () => {
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.on-hold');
  });
  expect(await reader.checkouts.get(reference)).toMatchObject({ state: 'CANCELLED' });
  expect(await world.oware.checkouts.get(reference)).toMatchObject({ state: 'PAID' });
});
