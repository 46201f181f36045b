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

/** Reads as everybody does, but something happens after it was looked up whether the story is over. */
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

it('a payment that was over is shown as it was, though news begins another run while it is read', async () => {
  const reference = `read-${process.pid}`;
  const customer = { email: 'ada@example.com' };
  await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  const account = await world.call('POST', `/v1/checkouts/${reference}/virtual-account`);
  await world.call('POST', `/v1/checkouts/${reference}/cancel`);
  await world.client.workflow.getHandle(`checkout:${reference}`).result();

  const reader = createReader(async () => {
    await world.pay(account.body as never, '2500.00');
    await world.merchant.hears(reference, 'checkout.on-hold');
  });
  expect(await reader.checkouts.get(reference)).toMatchObject({ state: 'CANCELLED' });
  expect(await world.oware.checkouts.get(reference)).toMatchObject({ state: 'PAID' });
});
