import { afterAll, beforeAll, expect, it } from 'vitest';
import { costOf } from '../../support/temporal/history.js';
import { withAccounts, type WithAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let accounts: WithAccounts;
beforeAll(async () => {
  world = await createWorld();
  accounts = withAccounts(world);
});
afterAll(() => world.close());

const id = (reference: string) => `reserved-account:${reference}`;

const CREATED = {
  WORKFLOW_EXECUTION_STARTED: 1,
  WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 1,
  WORKFLOW_EXECUTION_UPDATE_COMPLETED: 1,
  MARKER_RECORDED: 1,
  ACTIVITY_TASK_SCHEDULED: 1,
  ACTIVITY_TASK_STARTED: 1,
  ACTIVITY_TASK_COMPLETED: 1,
  // until the daily sweep; credits leave it alone
  TIMER_STARTED: 1,
  UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 1,
};

it('an account that was created and waits', async () => {
  const reference = `cost-account-created-${process.pid}`;
  await accounts.numberOf(reference);
  const { counts, total } = await costOf(world.client, id(reference), 'reserved-account-created');
  expect(counts).toEqual(CREATED);
  expect(total).toBeLessThanOrEqual(16);
});

it('one credit: a signal, a question and a notice', async () => {
  const reference = `cost-account-credited-${process.pid}`;
  await accounts.send(await accounts.numberOf(reference), '2500.00');
  await accounts.hears(reference, 1);
  // the answer of the notice is on its way back when the merchant has heard it
  await waitUntil('nothing under way', async () => {
    const { raw } = await world.client.workflow.getHandle(id(reference)).describe();
    return (raw.pendingActivities?.length ?? 0) === 0;
  });
  const { counts, total } = await costOf(world.client, id(reference), 'reserved-account-credited');
  expect(counts).toEqual({
    ...CREATED,
    WORKFLOW_EXECUTION_SIGNALED: 1,
    ACTIVITY_TASK_SCHEDULED: 3,
    ACTIVITY_TASK_STARTED: 3,
    ACTIVITY_TASK_COMPLETED: 3,
  });
  expect(total).toBeLessThanOrEqual(34);
});

it('an account that was given back', async () => {
  const reference = `cost-account-deallocated-${process.pid}`;
  await accounts.numberOf(reference);
  await world.call('DELETE', accounts.path(reference));
  await world.client.workflow.getHandle(id(reference)).result();
  const { counts, total } = await costOf(world.client, id(reference), 'reserved-account-deallocated');
  expect(counts).toEqual({
    ...CREATED,
    WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 2,
    WORKFLOW_EXECUTION_UPDATE_COMPLETED: 2,
    ACTIVITY_TASK_SCHEDULED: 3,
    ACTIVITY_TASK_STARTED: 3,
    ACTIVITY_TASK_COMPLETED: 3,
    TIMER_CANCELED: 1,
    UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 2,
    WORKFLOW_EXECUTION_COMPLETED: 1,
  });
  expect(total).toBeLessThanOrEqual(36);
});
