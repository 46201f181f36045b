import { afterAll, beforeAll, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { initTransaction } from '../../../src/gateway/endpoints/transactions.js';
import { PAID_CHECKOUTS } from '../../support/lifecycles/checkout-scenarios.js';
import { cardIn, type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { historyEvents, testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, MINUTE, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld();
  checkouts = createCheckouts(world, 'cost');
});
afterAll(() => world.close());

async function closed(reference: string): Promise<string> {
  await checkouts.closed(reference);
  return checkouts.id(reference);
}

async function cancelled(): Promise<string> {
  const reference = await checkouts.open();
  await checkouts.cancel(reference);
  return closed(reference);
}

async function paidWithOtp(): Promise<string> {
  const reference = await checkouts.open();
  await checkouts.payByCard(reference, 'otp');
  await checkouts.submitOtp(reference);
  return closed(reference);
}

async function paidAtIssuer(): Promise<string> {
  const reference = await checkouts.open();
  await checkouts.answerIssuer(cardIn(await checkouts.payByCard(reference, 'issuer')).redirectUrl);
  return closed(reference);
}

async function referenceUsedElsewhere(): Promise<string> {
  const reference = checkouts.newReference();
  const terms = { amount: kobo(2500_00), currencyCode: 'NGN', customerEmail: 'ada@example.com' } as const;
  await world.gateway.call(initTransaction, { ...terms, paymentReference: reference });
  const { body } = await checkouts.create(reference);
  expect(body).toMatchObject({ state: 'REFUSED' });
  expect(body.reason).toContain('reference-used-elsewhere');
  expect(body).not.toHaveProperty('checkoutUrl');
  return closed(reference);
}

/** In another world, whose payment window ends within seconds. */
async function expired(): Promise<string> {
  const short = await createWorld({ settings: { checkoutWindowMs: 2_000, closingGraceMs: 200 } });
  const unpaid = createCheckouts(short, 'cost-expired');
  const reference = await unpaid.open();
  await short.sandbox.clock.advance(41 * MINUTE);
  await unpaid.closed(reference);
  await short.close();
  return unpaid.id(reference);
}

testCosts(() => world, {
  'a checkout paid on the hosted page': {
    scenario: PAID_CHECKOUTS.onHostedPage,
    recordAs: 'checkout-hosted-paid',
    events: historyEvents({ activities: 3, signals: 1 }),
    total: 36,
  },
  'a checkout paid through a virtual account': {
    scenario: PAID_CHECKOUTS.throughVirtualAccount,
    recordAs: 'checkout-account-paid',
    events: historyEvents({ activities: 4, updates: 2, signals: 1 }),
    total: 48,
  },
  'a cancelled checkout': {
    scenario: cancelled,
    recordAs: 'checkout-cancelled',
    // the workflow checks the transaction before it cancels: the event of a payment may be lost
    events: historyEvents({ activities: 3, updates: 2 }),
    total: 40,
  },
  'a checkout paid by card with an OTP': {
    scenario: paidWithOtp,
    recordAs: 'checkout-card-otp',
    includes: {
      WORKFLOW_EXECUTION_UPDATE_COMPLETED: 3,
      WORKFLOW_EXECUTION_SIGNALED: 1,
      UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: 1,
      WORKFLOW_EXECUTION_COMPLETED: 1,
    },
    // one check after the OTP, and one for the event where that arrives later
    activities: [5, 6],
    total: 60,
  },
  'a checkout paid by card at its issuer': {
    scenario: paidAtIssuer,
    recordAs: 'checkout-card-issuer',
    includes: { WORKFLOW_EXECUTION_SIGNALED: 1, WORKFLOW_EXECUTION_COMPLETED: 1 },
    activities: [4, 5],
    total: 48,
  },
  'a checkout whose reference another system used at the gateway': {
    scenario: referenceUsedElsewhere,
    recordAs: 'checkout-refused',
    includes: { ACTIVITY_TASK_SCHEDULED: 2, WORKFLOW_EXECUTION_COMPLETED: 1 },
  },
  'an expired checkout': {
    scenario: expired,
    recordAs: 'checkout-expired',
    events: historyEvents({ activities: 3, timers: { started: 1, fired: 1 } }),
    total: 34,
  },
});

it('a duplicate event after the checkout has closed starts no run', async () => {
  const { reference, account } = await checkouts.openWithAccount();
  await world.pay(account, '2500.00');
  await checkouts.closed(reference);
  const first = await checkouts.runIdOf(reference);
  await world.replayEventOf(reference);
  expect(await checkouts.runIdOf(reference)).toBe(first);
});
