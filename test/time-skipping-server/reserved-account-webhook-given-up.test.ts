import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReservedAccounts, type ReservedAccounts } from '../support/lifecycles/reserved-accounts.js';
import { createTimeSkippingWorld, type TimeSkippingWorld } from '../support/world/time-skipping-world.js';
import { HOUR, MINUTE } from '../support/world/world.js';

// on the time-skipping server: fast-forward loses time from the third continue-as-new on
let world: TimeSkippingWorld;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createTimeSkippingWorld({
    settings: { continueAsNewAfterHistoryEvents: 40, webhookRetryScheduleMs: [HOUR, HOUR, HOUR] },
  });
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

it('a webhook that the merchant never accepts is given up after its retry schedule, across runs', async () => {
  const reference = 'unreachable-merchant';
  const number = await accounts.open(reference);
  const runs = new Set<string>();
  world.merchant.answers(500);
  for (let hour = 0; hour < 5; hour++) {
    for (const amount of ['1.00', '2.00', '3.00']) await accounts.pay(number, amount);
    await world.sandbox.deliveries.settled();
    await world.pass(HOUR + MINUTE);
    runs.add(await world.runIdOf(accounts.id(reference)));
  }
  const item = await accounts.reviewItem(reference);
  expect(item).toMatchObject({ kind: 'webhook-undelivered' });
  expect(runs.size).toBeGreaterThan(1);
  expect(await accounts.credits(reference)).toMatchObject({ count: 15, sum: '30.00' });

  world.merchant.answers(204);
  await world.pass(2 * HOUR);
  // the first one was given up; every other one arrives once, in order
  const received = await accounts.receives(reference, 14);
  expect(received.map(({ data }) => data.sequence)).toEqual(
    Array.from({ length: 14 }, (_, index) => index + 2),
  );
});
