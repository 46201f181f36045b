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

describe('an event for a checkout whose run has closed', () => {
  it('starts no run when the closed one has handled it, however often it is replayed', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.paid');
    await checkouts.closed(reference);
    const before = await checkouts.runIdOf(reference);
    await world.replayEventOf(`"${reference}"`, 5);
    const { attempts } = world.deliveryOf(`"${reference}"`)!;
    expect(new Set(attempts.map(({ outcome }) => outcome))).toEqual(new Set(['200']));
    expect(await checkouts.runIdOf(reference)).toBe(before);
    expect(world.merchant.of(reference)).toHaveLength(1);
  });

  it('starts a run with all search attributes from its first history event on', async () => {
    const { reference, account } = await checkouts.openWithAccount();
    await checkouts.cancel(reference);
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
