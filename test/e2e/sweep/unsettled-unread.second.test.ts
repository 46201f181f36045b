import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf } from '../../../src/domain/calendar.js';
import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { resolveItem } from '../../support/lifecycles/review-items.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, DAY, type World } from '../../support/world/world.js';

let world: World;
/** Days of their own: the worlds of all tests share the ids of sweeps. */
const now = () => Date.now() - 17 * DAY;

beforeAll(async () => {
  world = await createWorld({ now });
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

it('a sweep that cannot look for unsettled payments is INCOMPLETE although both sides agree, until it can or a person decides', async () => {
  const { reference, account } = await createCheckouts(world, 'unlooked').openWithAccount();
  await world.pay(account, '2500.00');
  await world.merchant.receives(reference, 'checkout.paid');
  // by then the gateway should have settled it
  const day = dayOf(now() + 6 * DAY);
  await world.planFault({
    on: 'call',
    endpoint: 'getSettlementDetail',
    times: null,
    fault: { kind: 'error' },
  });
  await world.call('POST', '/v1/sweeps', { day });
  const found = await waitUntil(
    'the end of the sweep',
    async () => {
      const sweep = await world.oware.sweeps.get(day);
      return sweep.state === 'INCOMPLETE' ? sweep : undefined;
    },
    120_000,
  );
  expect(found).toMatchObject({
    unreadChecks: ['unsettled'],
    reason: 'not everything was compared: the search for unsettled payments: no answer',
    review: [{ key: 'incomplete-comparison' }],
  });
  expect(found.repeatAt).toBeGreaterThan(Date.now());
  await resolveItem(
    world,
    { path: `/v1/sweeps/${day}`, key: 'incomplete-comparison' },
    { decision: 'dismiss', reason: 'looked at by hand' },
  );
  // it is repeated no more
  await world.closed(`sweep:${day}`);
  expect(await world.oware.sweeps.get(day)).toMatchObject({ state: 'INCOMPLETE', review: [] });
});
