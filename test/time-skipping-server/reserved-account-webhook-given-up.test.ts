import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReservedAccounts, type ReservedAccounts } from '../support/lifecycles/reserved-accounts.js';
import { reviewItems } from '../support/lifecycles/review-items.js';
import { waitUntil } from '../support/wait-until.js';
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
    for (const amount of ['1.00', '2.00', '3.00']) {
      await accounts.pay(number, amount);
      await world.sandbox.deliveries.settled();
      // apart: this server, unlike a real one, lets a run continue as new that has not seen the latest signals
      await world.pass(MINUTE);
    }
    await world.pass(HOUR);
    runs.add(await world.runIdOf(accounts.id(reference)));
  }
  await waitUntil('every credit', async () => (await accounts.credits(reference)).count === 15);
  expect(await accounts.credits(reference)).toMatchObject({ sum: '30.00' });
  expect(runs.size).toBeGreaterThan(1);

  world.merchant.answers(204);
  await world.pass(2 * HOUR);
  const received = () => accounts.webhooks(reference).map(({ data }) => data.sequence);
  const givenUp = async () => {
    const items = reviewItems((await accounts.get(reference)).body);
    return items.map(({ key }) => Number(/^webhook-undelivered:(\d+)$/.exec(key)?.[1]));
  };
  // each has its own schedule: the first ones were given up, the last ones arrive, and none is both or neither
  await waitUntil('all', async () => received().length + (await givenUp()).length === 15);
  const all = Array.from({ length: 15 }, (_, index) => index + 1);
  expect([...received(), ...(await givenUp())].toSorted((one, other) => one - other)).toEqual(all);
  expect(await givenUp()).toEqual(expect.arrayContaining([1, 2, 3]));
  expect(received()).toEqual(expect.arrayContaining([13, 14, 15]));
});
