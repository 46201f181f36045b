import { afterAll, beforeAll, expect, it } from 'vitest';
import { withAccounts, type WithAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { waitUntil } from '../../support/wait-until.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let accounts: WithAccounts;
beforeAll(async () => {
  world = await createWorld({ withWorker: false });
  accounts = withAccounts(world);
});
afterAll(() => world.close());

it('a credit is told once though the worker was killed between the credit and its notice', async () => {
  const first = await startWorker(world, {
    OWARE_WEBHOOK_RETRY_SCHEDULE_MS: '500,500,500,500,500,500,500,500',
  });
  const reference = `killed-account-${process.pid}`;
  const number = await accounts.numberOf(reference);
  world.merchant.answers(500);
  const { transactionReference } = await accounts.send(number, '2500.00');
  await waitUntil('the credit', async () => (await accounts.credits(reference)).count === 1);
  await first.kill('SIGKILL');
  world.merchant.answers(204);

  const second = await startWorker(world, {
    OWARE_WEBHOOK_RETRY_SCHEDULE_MS: '500,500,500,500,500,500,500,500',
  });
  const [webhook] = await accounts.hears(reference, 1);
  expect(webhook!.data.credit).toMatchObject({ amount: '2500.00', transactionReference });
  await accounts.send(number, '1.00');
  await accounts.hears(reference, 2);
  expect(accounts.heard(reference)).toHaveLength(2);
  expect(await accounts.credits(reference)).toMatchObject({ count: 2, sum: '2501.00' });
  await second.kill('SIGTERM');
  expect(world.collected(transactionReference)).toHaveLength(1);
  expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
});
