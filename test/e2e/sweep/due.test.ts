import { WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayOf } from '../../../src/domain/calendar.js';
import { ensureSchedules, scheduleId } from '../../../src/temporal/schedules.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

it('a schedule sweeps the day that ended, each night, and the sweep can be repeated', async () => {
  await ensureSchedules(world.client, world.taskQueue);
  // a second worker changes nothing
  await ensureSchedules(world.client, world.taskQueue);
  const schedule = world.client.schedule.getHandle(scheduleId(world.taskQueue, 'sweep-due'));
  const { spec, policies } = await schedule.describe();
  expect(spec).toMatchObject({ timezone: 'Africa/Lagos', calendars: [{ hour: [{ start: 1 }] }] });
  expect(policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 86_400_000 });

  const yesterday = addDays(dayOf(Date.now()), -1);
  await endSweepOfAnotherWorld(yesterday);
  await schedule.trigger();
  const sweep = await waitUntil('the sweep of yesterday', async () => {
    const found = await world.oware.sweeps.get(yesterday).catch(() => undefined);
    return found?.state === 'COMPLETED' ? found : undefined;
  });
  expect(sweep).toMatchObject({ reason: 'no differences', done: sweep.of, unsettled: { count: 0 } });
  await world.merchant.receives(yesterday, 'sweep.completed');
  await world.closed(`sweep:${yesterday}`);

  // the next night begins where this one ended, also after a worker has started again
  await ensureSchedules(world.client, world.taskQueue);
  const { action } = await schedule.describe();
  expect(action.args).toEqual([yesterday]);

  const again = await world.oware.sweeps.sweep(yesterday);
  expect(again.startedAt > sweep.startedAt).toBe(true);
  await Promise.all(
    ['sweep-due', 'wallet-balance'].map((name) =>
      world.client.schedule.getHandle(scheduleId(world.taskQueue, name)).delete(),
    ),
  );
});

/** The worlds of all tests share the ids of sweeps: at one o'clock the schedule of a world that has ended starts one. */
async function endSweepOfAnotherWorld(day: string): Promise<void> {
  const other = world.client.workflow.getHandle(`sweep:${day}`);
  await other.terminate('of another world').catch((error: unknown) => {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  });
}
