import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 500 } });
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

let count = 0;
async function checkoutWithAccount() {
  const reference = `after-end-${process.pid}-${(count += 1)}`;
  const customer = { email: 'ada@example.com' };
  await world.call('POST', '/v1/checkouts', { reference, amount: '2500.00', customer });
  const { body } = await world.call('POST', `/v1/checkouts/${reference}/virtual-account`);
  return { reference, account: body as never };
}

const handle = (reference: string) => world.client.workflow.getHandle(`checkout:${reference}`);

describe('an event for a checkout whose run has ended', () => {
  it('starts no run when the ended one has seen it, however often it is replayed', async () => {
    const { reference, account } = await checkoutWithAccount();
    await world.pay(account, '2500.00');
    await world.merchant.hears(reference, 'checkout.paid');
    await handle(reference).result();
    const before = await handle(reference).describe();
    const delivery = world.sandbox.deliveries.list().find(({ body }) => body.includes(`"${reference}"`));
    for (let times = 0; times < 5; times++) await world.control(`deliveries/${delivery!.id}/replay`, {});
    await world.sandbox.deliveries.settled();
    const replayed = world.sandbox.deliveries.list().find(({ id }) => id === delivery!.id);
    expect(new Set(replayed!.attempts.map(({ outcome }) => outcome))).toEqual(new Set(['200']));
    expect((await handle(reference).describe()).runId).toBe(before.runId);
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('starts a run that can be filtered like any other from its first event on', async () => {
    const { reference, account } = await checkoutWithAccount();
    await world.call('POST', `/v1/checkouts/${reference}/cancel`);
    await handle(reference).result();
    await world.pay(account, '2500.00');
    await world.merchant.hears(reference, 'checkout.on-hold');
    const { events } = await handle(reference).fetchHistory();
    const fields =
      events?.[0]?.workflowExecutionStartedEventAttributes?.searchAttributes?.indexedFields ?? {};
    const shown = Object.fromEntries(
      Object.entries(fields).map(([name, { data }]) => [
        name,
        JSON.parse(Buffer.from(data!).toString()) as unknown,
      ]),
    );
    expect(shown).toMatchObject({
      OwareLifecycle: 'checkout',
      OwareState: 'CANCELLED',
      OwareCurrency: 'NGN',
      OwareAmountKobo: 250_000,
    });
    const { typedSearchAttributes } = await handle(reference).describe();
    expect(typedSearchAttributes.getAll()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ value: 'PAID' }),
        expect.objectContaining({ value: ['paid-late'] }),
      ]),
    );
  });
});
