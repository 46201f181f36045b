import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRefunds, type Refunds } from '../../support/lifecycles/refunds.js';
import { costOf } from '../../support/temporal/history.js';
import { historyEvents, testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let refunds: Refunds;
beforeAll(async () => {
  world = await createWorld();
  refunds = createRefunds(world, 'cost-refund');
});
afterAll(() => world.close());

async function refunded(): Promise<string> {
  const { reference, transactionReference } = await refunds.paidCheckout();
  await refunds.checkouts.closed(reference);
  await refunds.ofCheckout(reference, refunds.newReference(), { amount: '2500.00' });
  await refunds.decide();
  await refunds.closed(transactionReference);
  return refunds.id(transactionReference);
}

async function refundedTwice(): Promise<string> {
  const { reference, transactionReference } = await refunds.paidCheckout();
  for (const amount of ['1500.00', '1000.00']) {
    await refunds.ofCheckout(reference, refunds.newReference(), { amount });
    await refunds.decide();
    await refunds.closed(transactionReference);
  }
  return refunds.id(transactionReference);
}

async function twoAtOnce(): Promise<string> {
  const { reference, transactionReference } = await refunds.paidCheckout();
  await Promise.all(
    [1, 2].map(() => refunds.ofCheckout(reference, refunds.newReference(), { amount: '1000.00' })),
  );
  await refunds.decide();
  await refunds.closed(transactionReference);
  return refunds.id(transactionReference);
}

// activities: settings or the last run, payment, list of refunds, pauses and balance, send, check after the event, webhook,
// event to the owner
const REFUNDED = { activities: 8, signals: 1, searchAttributes: 2 };

testCosts(() => world, {
  'a refund of a checkout': {
    scenario: refunded,
    recordAs: 'refund-completed',
    events: historyEvents(REFUNDED),
    total: 70,
  },
  'a further refund, in a run that loads the last one': {
    scenario: refundedTwice,
    recordAs: 'refund-second',
    // the result of the last run too
    events: historyEvents(REFUNDED),
    total: 70,
  },
  'two refunds at once': {
    scenario: twoAtOnce,
    recordAs: 'refund-two-at-once',
    includes: { WORKFLOW_EXECUTION_UPDATE_COMPLETED: 2, WORKFLOW_EXECUTION_SIGNALED: 2 },
    // each pays for its own turns when they do not meet: never more than two alone
    total: 128,
  },
});

it('the checkout of a refund in full costs one further run', async () => {
  const { reference, transactionReference } = await refunds.paidCheckout();
  await refunds.checkouts.closed(reference);
  const first = await refunds.checkouts.runIdOf(reference);
  await refunds.ofCheckout(reference, refunds.newReference(), { amount: '2500.00' });
  await refunds.decide();
  await refunds.closed(transactionReference);
  await world.merchant.receives(reference, 'checkout.unfulfillable');
  expect(await refunds.checkouts.runIdOf(reference)).not.toBe(first);
  const { counts } = await costOf(world.client, refunds.checkouts.id(reference), 'checkout-refunded');
  // the last run, two webhooks
  expect(counts).toMatchObject({ ACTIVITY_TASK_SCHEDULED: 3, WORKFLOW_EXECUTION_SIGNALED: 1 });
});
