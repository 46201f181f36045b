import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 500], gatewayEventGraceMs: 1_000 } });
  checkouts = createCheckouts(world, 'account');
});
afterAll(() => world.close());

const ADA = { bankCode: '058', accountNumber: '0123456789', accountName: 'Ada Obi' };
const CHIDI = { bankCode: '044', accountNumber: '9876543210', accountName: 'Chidi Eze' };

async function expectLedger(reference: string, entries: number, webhooks: readonly string[]): Promise<void> {
  await world.sandbox.deliveries.settled();
  expect(await world.collectedFor(reference)).toHaveLength(entries);
  expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  expect(world.merchant.typesOf(reference)).toEqual(webhooks);
}

describe('a virtual account', () => {
  it('that was paid rejects a second transfer: the payer keeps the money', async () => {
    const { reference, account: to } = await checkouts.openWithAccount();
    expect(await world.pay(to, '2500.00')).toMatchObject({ accepted: true });
    expect(await world.pay(to, '2500.00')).toMatchObject({ accepted: false });
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await world.pay(to, '2500.00')).toMatchObject({ accepted: false });
    await expectLedger(reference, 1, ['checkout.paid']);
  });

  it('that two payers pay at once accepts one payment', async () => {
    const { reference, account: to } = await checkouts.openWithAccount();
    const both = await Promise.all([world.pay(to, '2500.00', ADA), world.pay(to, '2500.00', CHIDI)]);
    expect(both.map(({ accepted }) => accepted).sort()).toEqual([false, true]);
    await world.merchant.receives(reference, 'checkout.paid');
    await expectLedger(reference, 1, ['checkout.paid']);
  });

  it('that two payers pay half each at once is PAID', async () => {
    const { reference, account: to } = await checkouts.openWithAccount();
    await Promise.all([world.pay(to, '1250.00', ADA), world.pay(to, '1250.00', CHIDI)]);
    await world.merchant.receives(reference, 'checkout.paid');
    expect((await world.becomes(reference, 'PAID')).paid).toMatchObject({ amount: '2500.00' });
    await world.sandbox.deliveries.settled();
    expect(await world.collectedFor(reference)).toHaveLength(2);
    // whether the first half is reported depends on the order of the events; PAID is reported once
    const types = world.merchant.typesOf(reference);
    expect(types.filter((type) => type === 'checkout.paid')).toHaveLength(1);
    expect(types.at(-1)).toBe('checkout.paid');
  });

  it('that one payer pays half and another in full is OVERPAID', async () => {
    const { reference, account: to } = await checkouts.openWithAccount();
    await world.pay(to, '1250.00', ADA);
    await world.merchant.receives(reference, 'checkout.partially-paid');
    await world.pay(to, '2500.00', CHIDI);
    const webhook = await world.merchant.receives(reference, 'checkout.overpaid');
    expect(webhook.data.checkout).toMatchObject({ state: 'OVERPAID', paid: { amount: '3750.00' } });
    await expectLedger(reference, 2, ['checkout.partially-paid', 'checkout.paid', 'checkout.overpaid']);
  });

  it('is PAID by two halves whose events arrive in the wrong order', async () => {
    const { reference, account: to } = await checkouts.openWithAccount();
    await world.planFault({ on: 'event', reference, fault: { kind: 'reorder' } });
    await world.pay(to, '1250.00');
    await world.pay(to, '1250.00');
    await world.merchant.receives(reference, 'checkout.paid');
    await expectLedger(reference, 2, ['checkout.paid']);
  });
});
