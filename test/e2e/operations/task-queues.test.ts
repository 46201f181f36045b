import { temporal } from '@temporalio/proto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chargesQueue, effectsQueue, payoutsQueue } from '../../../src/domain/task-queues.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

const { TaskQueueType } = temporal.api.enums.v1;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

it.each([
  ['gateway reads', (taskQueue: string) => taskQueue],
  ['gateway writes', effectsQueue],
  ['payouts', payoutsQueue],
  ['charges', chargesQueue],
])('a worker process serves the queue of %s', async (_what, queueOf) => {
  const name = queueOf(world.taskQueue);
  await waitUntil(`a poller of ${name}`, async () => {
    const { pollers } = await world.client.workflowService.describeTaskQueue({
      namespace: 'default',
      taskQueue: { name },
      taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
    });
    return pollers.length > 0;
  });
  expect(name.startsWith(world.taskQueue)).toBe(true);
});
