import { afterAll, beforeAll, expect, it } from 'vitest';
import { costOf } from '../../support/temporal/history.js';
import { type Billing, createBilling } from '../../support/lifecycles/invoices.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld();
  billing = createBilling(world);
});
afterAll(() => world.close());

const id = (reference: string) => `invoice:${reference}`;

const PAID = {
  WORKFLOW_EXECUTION_STARTED: 1,
  WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 1,
  WORKFLOW_EXECUTION_UPDATE_COMPLETED: 1,
  MARKER_RECORDED: 1,
  // make, ask, tell
  ACTIVITY_TASK_SCHEDULED: 3,
  ACTIVITY_TASK_STARTED: 3,
  ACTIVITY_TASK_COMPLETED: 3,
  TIMER_STARTED: 1,
  TIMER_CANCELED: 1,
  WORKFLOW_EXECUTION_SIGNALED: 1,
  // the gateway's reference, and PAID
  UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 2,
  WORKFLOW_EXECUTION_COMPLETED: 1,
};

it('an invoice paid on the page', async () => {
  const reference = `cost-page-${process.pid}`;
  const { transactionReference } = await billing.open(reference);
  await billing.payOnThePage(transactionReference);
  await billing.ended(reference);
  const { counts, total } = await costOf(world.client, id(reference), 'invoice-page-paid');
  expect(counts).toEqual(PAID);
  expect(total).toBeLessThanOrEqual(37);
});

it('an invoice paid by transfer', async () => {
  const reference = `cost-transfer-${process.pid}`;
  const { account } = await billing.open(reference);
  await world.pay(account, '15000.00');
  await billing.ended(reference);
  const { counts, total } = await costOf(world.client, id(reference), 'invoice-transfer-paid');
  expect(counts).toEqual(PAID);
  expect(total).toBeLessThanOrEqual(37);
});

it('a cancelled invoice', async () => {
  const reference = `cost-cancelled-${process.pid}`;
  await billing.open(reference);
  await billing.cancel(reference);
  await billing.ended(reference);
  const { counts, total } = await costOf(world.client, id(reference), 'invoice-cancelled');
  expect(counts).toEqual({
    WORKFLOW_EXECUTION_STARTED: 1,
    WORKFLOW_EXECUTION_UPDATE_ACCEPTED: 2,
    WORKFLOW_EXECUTION_UPDATE_COMPLETED: 2,
    MARKER_RECORDED: 1,
    // make, cancel, tell
    ACTIVITY_TASK_SCHEDULED: 3,
    ACTIVITY_TASK_STARTED: 3,
    ACTIVITY_TASK_COMPLETED: 3,
    TIMER_STARTED: 1,
    TIMER_CANCELED: 1,
    UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 2,
    WORKFLOW_EXECUTION_COMPLETED: 1,
  });
  expect(total).toBeLessThanOrEqual(39);
});

it('a duplicate event after the end costs no run at all', async () => {
  const reference = `cost-duplicate-${process.pid}`;
  const { account } = await billing.open(reference);
  await world.pay(account, '15000.00');
  await billing.ended(reference);
  const runId = async () => (await world.client.workflow.getHandle(id(reference)).describe()).runId;
  const first = await runId();
  await billing.repeatEventsOf(reference);
  await world.sandbox.deliveries.settled();
  expect(await runId()).toBe(first);
});
