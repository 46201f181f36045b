import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReservedAccounts, type ReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { waitUntil } from '../../support/wait-until.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createWorld({ withWorker: false });
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

it('a credit is reported once though the worker was killed between the credit and its webhook', async () => {
  const settings = { OWARE_WEBHOOK_RETRY_SCHEDULE_MS: '500,500,500,500,500,500,500,500' };
  const first = await startWorker(world, settings);
  const reference = `killed-account-${process.pid}`;
  const number = await accounts.open(reference);
  world.merchant.answers(500);
  const { transactionReference } = await accounts.pay(number, '2500.00');
  await waitUntil('the credit', async () => (await accounts.credits(reference)).count === 1);
  await first.kill('SIGKILL');
  world.merchant.answers(204);

  const second = await startWorker(world, settings);
  const [webhook] = await accounts.receives(reference, 1);
  expect(webhook!.data.credit).toMatchObject({ amount: '2500.00', transactionReference });
  await accounts.pay(number, '1.00');
  await accounts.receives(reference, 2);
  expect(accounts.webhooks(reference)).toHaveLength(2);
  expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '2501.00' });
  await second.kill('SIGTERM');
  expect(world.collected(transactionReference)).toHaveLength(1);
  expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
});
