import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFastForward } from '../../../src/temporal/fast-forward.js';
import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
beforeAll(async () => {
  world = await createTimeTravelWorld();
});
afterAll(() => world.close());

/** Several: which of a read and a workflow task a worker takes first is a matter of luck. */
const CHECKOUTS = 8;
/** How long a read needs at most to reach the queue that it waits in. */
const QUEUED_WITHIN_MS = 1_000;

it('a read that waits for a worker while the next check becomes due does not stop the checkout', async () => {
  const checkouts = createCheckouts(world, 'read-while-due');
  const references = await Promise.all(Array.from({ length: CHECKOUTS }, () => checkouts.open()));
  const reads: Promise<unknown>[] = [];
  const { client, taskQueue } = world;
  const clock = createFastForward({ client, taskQueue, movesWithinMs: 2_000 });
  await world.withoutWorkers(async () => {
    reads.push(...references.map((reference) => checkouts.read(reference)));
    await pause(QUEUED_WITHIN_MS);
    const { overdue } = await clock.forward(10 * MINUTE);
    expect(overdue).toHaveLength(CHECKOUTS);
  });
  for (const read of await Promise.all(reads)) expect(read).toMatchObject({ state: 'PENDING' });

  // other workers have to replay what the reads have left behind
  await world.withoutWorkers(() => Promise.resolve());
  for (const reference of references) {
    const [transaction = ''] = await world.transactionsOf(reference);
    await world.payOnHostedPage(transaction);
  }
  for (const reference of references) {
    await world.becomes(reference, 'PAID');
    expect(await world.collectedFor(reference)).toHaveLength(1);
  }
});
