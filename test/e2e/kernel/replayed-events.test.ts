import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { createReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { createWorld, type World } from '../../support/world/world.js';

const REPLAYS = 10;

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 500 } });
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

/** Each pays a lifecycle and returns its workflow id; the run closes after that. */
const CLOSED: Readonly<Record<string, (reference: string) => Promise<string>>> = {
  checkout: async (reference) => {
    const { account } = await createCheckouts(world, 'replayed').openWithAccount(reference);
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    return `checkout:${reference}`;
  },
  invoice: async (reference) => {
    const { account } = await createInvoices(world).open(reference);
    await world.pay(account, '15000.00');
    await world.merchant.receives(reference, 'invoice.paid');
    return `invoice:${reference}`;
  },
  'reserved account': async (reference) => {
    const accounts = createReservedAccounts(world);
    const number = await accounts.open(reference);
    await accounts.pay(number, '1200.00');
    await accounts.receives(reference, 1);
    await accounts.deallocate(reference);
    return `reserved-account:${reference}`;
  },
};

it.concurrent.each(Object.keys(CLOSED))(
  'a signed event of a closed %s, replayed ten times, starts no run',
  async (kind) => {
    const reference = `replayed-${kind.replace(' ', '-')}-${process.pid}`;
    const workflowId = await CLOSED[kind]!(reference);
    await world.closed(workflowId);
    const runId = await world.runIdOf(workflowId);
    const webhooks = world.merchant.of(reference).length;
    await world.sandbox.deliveries.settled();
    const { body } = world.deliveryOf(`"${reference}"`)!;
    for (let times = 0; times < REPLAYS; times++) expect(await world.postEvent(body)).toBe(200);
    expect(await world.runIdOf(workflowId)).toBe(runId);
    expect(world.merchant.of(reference)).toHaveLength(webhooks);
  },
);
