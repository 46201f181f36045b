import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signEvent } from '../../../src/gateway/signature.js';
import { createBilling } from '../../support/lifecycles/invoices.js';
import { withAccounts } from '../../support/lifecycles/reserved-accounts.js';
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

/** Each makes money arrive, waits until the run has ended, and returns its workflow id. */
const CLOSED: Readonly<Record<string, (reference: string) => Promise<string>>> = {
  checkout: async (reference) => {
    const customer = { email: 'ada@example.com' };
    await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
    const { body } = await world.call('POST', `/v1/checkouts/${reference}/virtual-account`);
    await world.pay(body as never, '2500.00');
    await world.merchant.hears(reference, 'checkout.paid');
    return `checkout:${reference}`;
  },
  invoice: async (reference) => {
    const { account } = await createBilling(world).open(reference);
    await world.pay(account, '15000.00');
    await world.merchant.hears(reference, 'invoice.paid');
    return `invoice:${reference}`;
  },
  'reserved account': async (reference) => {
    const accounts = withAccounts(world);
    const number = await accounts.numberOf(reference);
    await accounts.send(number, '1200.00');
    await accounts.hears(reference, 1);
    await world.call('DELETE', accounts.path(reference));
    return `reserved-account:${reference}`;
  },
};

it.each(Object.keys(CLOSED))(
  'S5: a signed event of a closed %s, replayed ten times, starts no run',
  async (kind) => {
    const reference = `replayed-${kind.replace(' ', '-')}-${process.pid}`;
    const workflowId = await CLOSED[kind]!(reference);
    const handle = world.client.workflow.getHandle(workflowId);
    await handle.result();
    const { runId } = await handle.describe();
    const told = world.merchant.of(reference).length;
    await world.sandbox.deliveries.settled();
    const delivery = world.sandbox.deliveries.list().find(({ body }) => body.includes(`"${reference}"`));
    const headers = { 'service-signature': signEvent(delivery!.body, world.account.secretKey) };
    for (let times = 0; times < REPLAYS; times++) {
      const { statusCode, body } = await request(`${world.apiUrl}/webhooks/gateway`, {
        method: 'POST',
        headers,
        body: delivery!.body,
      });
      await body.dump();
      expect(statusCode).toBe(200);
    }
    expect((await handle.describe()).runId).toBe(runId);
    expect(world.merchant.of(reference)).toHaveLength(told);
  },
);
