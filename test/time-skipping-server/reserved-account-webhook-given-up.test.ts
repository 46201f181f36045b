import { afterAll, beforeAll, expect, it } from 'vitest';
import { withAccounts, type WithAccounts } from '../support/lifecycles/reserved-accounts.js';
import { createSkippedWorld, type SkippedWorld } from '../support/world/time-skipping-world.js';
import { waitUntil } from '../support/wait-until.js';
import { MINUTE } from '../support/world/world.js';

const HOUR = 60 * MINUTE;

// on the server with one clock: fast-forward loses time from the third continue-as-new on
let world: SkippedWorld;
let accounts: WithAccounts;
beforeAll(async () => {
  world = await createSkippedWorld({
    settings: { continueAsNewAfterHistoryEvents: 40, webhookRetryScheduleMs: [HOUR, HOUR, HOUR] },
  });
  accounts = withAccounts(world);
});
afterAll(() => world.close());

it('a merchant who never answers is given up after his plan, however many runs that takes', async () => {
  const reference = 'untold';
  const number = await accounts.numberOf(reference);
  const runs = new Set<string>();
  world.merchant.answers(500);
  for (let hour = 0; hour < 5; hour++) {
    for (const amount of ['1.00', '2.00', '3.00']) await accounts.send(number, amount);
    await world.sandbox.deliveries.settled();
    await world.pass(HOUR + MINUTE);
    const handle = world.client.workflow.getHandle(`reserved-account:${reference}`);
    runs.add((await handle.describe()).runId);
  }
  const attention = await accounts.needsPerson(reference);
  expect(attention).toMatchObject({ kind: 'webhook-undelivered' });
  expect(runs.size).toBeGreaterThan(1);
  expect(await accounts.credits(reference)).toMatchObject({ count: 15, sum: '30.00' });

  world.merchant.answers(204);
  await world.pass(2 * HOUR);
  // the first one was given up; every other one arrives, in order and once
  const heard = await waitUntil('the others', () => {
    const told = accounts.heard(reference);
    return told.length >= 14 && told;
  });
  expect(heard.map(({ data }) => data.sequence)).toEqual(Array.from({ length: 14 }, (_, index) => index + 2));
});
