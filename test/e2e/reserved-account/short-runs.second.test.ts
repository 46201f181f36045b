import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanes } from '../../../activities/in-lanes.js';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { createReservedAccounts, type ReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { createWorld, type World } from '../../support/world/world.js';

/** The shortest history that a run may be given. */
const EVENTS = 100;

let world: World;
let accounts: ReservedAccounts;
beforeAll(async () => {
  world = await createWorld({
    settings: { recheckScheduleMs: [100, 300, 1_000], continueAsNewAfterHistoryEvents: EVENTS },
  });
  accounts = createReservedAccounts(world);
});
afterAll(() => world.close());

describe.concurrent('an account whose runs are short', () => {
  it('reports every credit, however many invoices wait for money', async () => {
    const invoices = createInvoices(world);
    const reference = `many-invoices-${process.pid}`;
    const number = await accounts.open(reference);
    const open = Array.from({ length: 40 }, (_, n) => `${reference}-${n}`);
    await inLanes(open, (invoice) => invoices.open(invoice, { accountReference: reference }), 4);
    await Promise.all(Array.from({ length: 10 }, () => accounts.pay(number, '7.00')));
    await accounts.receives(reference, 10);
    expect(await accounts.credits(reference)).toMatchObject({ count: 10, sum: '70.00' });
    expect(await accounts.get(reference)).not.toHaveProperty('body.reviewItems');
  });

  it('finds every credit of a listing that has more pages than a run has events', async () => {
    const reference = `many-pages-${process.pid}`;
    const number = await accounts.open(reference);
    await world.planFault({ on: 'event', reference, times: 60, fault: { kind: 'drop' } });
    for (let n = 0; n < 60; n++) await accounts.pay(number, '1.00');
    const fault = { kind: 'page-cap', size: 1 };
    const listing = { on: 'call', endpoint: 'listReservedAccountTransactions', reference };
    await world.planFault({ ...listing, times: null, fault });
    accounts.sweep(reference).catch(() => undefined);
    await accounts.receives(reference, 60);
    expect(await accounts.credits(reference)).toMatchObject({ count: 60, sum: '60.00' });
  });
});
