import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({ settings: { gatewayEventGraceMs: 500 } });
  checkouts = createCheckouts(world, 'after-close');
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

describe('an event for a checkout whose run has ended', () => {
  it('starts no run when the ended one has seen it, however often it is replayed', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    await checkouts.closed(reference);
    const before = await world.handle(checkouts.id(reference)).describe();
    const delivery = world.sandbox.deliveries.list().find(({ body }) => body.includes(`"${reference}"`));
    for (let times = 0; times < 5; times++) await world.control(`deliveries/${delivery!.id}/replay`, {});
    await world.sandbox.deliveries.settled();
    const replayed = world.sandbox.deliveries.list().find(({ id }) => id === delivery!.id);
    expect(new Set(replayed!.attempts.map(({ outcome }) => outcome))).toEqual(new Set(['200']));
    expect((await world.handle(checkouts.id(reference)).describe()).runId).toBe(before.runId);
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('starts a run that can be filtered like any other from its first event on', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await world.call('POST', `/v1/checkouts/${reference}/cancel`);
    await checkouts.closed(reference);
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.on-hold');
    const { events } = await world.handle(checkouts.id(reference)).fetchHistory();
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
    const { typedSearchAttributes } = await world.handle(checkouts.id(reference)).describe();
    expect(typedSearchAttributes.getAll()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ value: 'PAID' }),
        expect.objectContaining({ value: ['paid-late'] }),
      ]),
    );
  });
});
