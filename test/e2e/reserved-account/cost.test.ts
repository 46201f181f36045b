import { afterAll, beforeAll } from 'vitest';
import { createReservedAccounts, type ReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { historyEvents, testCosts } from '../../support/temporal/cost-table.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createWorld();
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

async function created(): Promise<string> {
  const reference = `cost-account-created-${process.pid}`;
  await accounts.open(reference);
  return accounts.id(reference);
}

async function credited(): Promise<string> {
  const reference = `cost-account-credited-${process.pid}`;
  await accounts.pay(await accounts.open(reference), '2500.00');
  await accounts.receives(reference, 1);
  // the merchant has the webhook before Temporal has the result of its activity
  await waitUntil('no pending activity', async () => {
    const { raw } = await world.handle(accounts.id(reference)).describe();
    return (raw.pendingActivities?.length ?? 0) === 0;
  });
  return accounts.id(reference);
}

async function deallocated(): Promise<string> {
  const reference = `cost-account-deallocated-${process.pid}`;
  await accounts.open(reference);
  await accounts.deallocate(reference);
  await accounts.closed(reference);
  return accounts.id(reference);
}

// one timer until the daily sweep; credits do not touch it
const OPEN = { timers: { started: 1 }, isClosed: false };

testCosts(() => world, {
  'an account that was created and has no credits': {
    scenario: created,
    recordAs: 'reserved-account-created',
    events: historyEvents({ ...OPEN, activities: 1 }),
    total: 16,
  },
  'one credit: a signal, a check and a webhook': {
    scenario: credited,
    recordAs: 'reserved-account-credited',
    // search attributes: the state, and the time up to which it has webhooks, at most every 15 minutes
    events: historyEvents({ ...OPEN, activities: 3, signals: 1, searchAttributes: 2 }),
    total: 35,
  },
  'a deallocated account': {
    scenario: deallocated,
    recordAs: 'reserved-account-deallocated',
    events: historyEvents({ activities: 3, updates: 2, searchAttributes: 2 }),
    total: 36,
  },
});
