import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReservedAccounts, type ReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { createWorld, type World } from '../../support/world/world.js';

/** 500 with OWARE_TEST_SWEEP_CREDITS. */
const CREDITS = Number(process.env.OWARE_TEST_SWEEP_CREDITS ?? 60);

let world: World;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createWorld();
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

it.concurrent.each([
  ['newest first', []],
  ['oldest first while rows arrive', [{ kind: 'page-order' }, { kind: 'page-arrivals', rows: 3 }]],
])(
  'a sweep finds every credit on pages capped at 10, %s, and each is reported once',
  async (order, faults) => {
    const reference = `swept-${order.replaceAll(' ', '-')}-${process.pid}`;
    const number = await accounts.open(reference);
    await world.planFault({ on: 'event', reference, times: CREDITS, fault: { kind: 'drop' } });
    for (let n = 0; n < CREDITS; n++) await accounts.pay(number, '1.00');
    const listing = { on: 'call', endpoint: 'listReservedAccountTransactions', reference };
    for (const fault of [{ kind: 'page-cap', size: 10 }, ...faults]) {
      await world.planFault({ ...listing, fault });
    }
    const { status } = await accounts.sweep(reference);
    expect(status).toBe(200);
    await accounts.receives(reference, CREDITS);
    expect(await accounts.credits(reference)).toMatchObject({ count: CREDITS, sum: `${CREDITS}.00` });
    expect(accounts.webhooks(reference)).toHaveLength(CREDITS);
  },
);
