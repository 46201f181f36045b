import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefunds, type Refunds } from '../../support/lifecycles/refunds.js';
import { resolveItem } from '../../support/lifecycles/review-items.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let refunds: Refunds;
beforeAll(async () => {
  const hold = { action: 'hold' } as const;
  const policies = { underpaid: hold, overpaid: hold, late: hold, duplicate: hold };
  world = await createTimeTravelWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], policies } });
  refunds = createRefunds(world, 'refund-under-way');
  await world.setSwitches({ latePayment: 'ACCEPTED' });
});
afterAll(() => world.close());

const accept = (reference: string, key: string) =>
  resolveItem(
    world,
    { path: `/v1/checkouts/${reference}`, key },
    { decision: 'accept', reason: 'the customer keeps it' },
  );

describe('a refund that the merchant asked for and that is under way', () => {
  it('of late money: that is not accepted before it has ended', async () => {
    const { reference, account, transactionReference } = await refunds.checkouts.openWithAccount();
    await refunds.checkouts.cancel(reference);
    await refunds.checkouts.closed(reference);
    await world.pay(account, '2500.00');
    await world.merchant.receives(reference, 'checkout.on-hold');
    const back = refunds.newReference();
    await refunds.ofTransaction(transactionReference, back);
    await refunds.becomes(back, 'PENDING', transactionReference);
    expect(await accept(reference, 'paid-late')).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringContaining('refunds of this money are under way, for up to ₦1,500.00') as string,
      },
    });
    await world.pass(MINUTE);
    await world.merchant.receives(reference, 'checkout.refunded');
    expect(await accept(reference, 'paid-late')).toMatchObject({ status: 200 });
    expect(world.merchant.typesOf(reference)).not.toContain('checkout.paid');
  });

  it('of a checkout whose run was lost, with its own: the money does not count again', async () => {
    const { reference, account, transactionReference } = await refunds.checkouts.openWithAccount();
    await world.pay(account, '3000.00');
    await refunds.checkouts.reviewItem(reference, 'overpaid');
    const back = refunds.newReference();
    await refunds.ofTransaction(transactionReference, back, { amount: '3000.00' });
    await refunds.becomes(back, 'PENDING', transactionReference);
    const lost = await refunds.checkouts.runIdOf(reference);
    await world.handle(refunds.id(transactionReference)).terminate();
    await world.handle(`checkout:${reference}`).terminate();
    await refunds.checkouts.create(reference);
    expect(await refunds.checkouts.runIdOf(reference)).not.toBe(lost);
    const read = () => refunds.checkouts.read(reference);
    await waitUntil('the money to be read again', async () => (await read()).state === 'OVERPAID');
    expect(await read()).toMatchObject({ state: 'OVERPAID', fulfillable: false });
    await world.pass(MINUTE);
    await refunds.becomes(back, 'COMPLETED', transactionReference);
    await waitUntil('its end', async () => (await read()).state === 'REFUNDED');
    expect(await read()).toMatchObject({ fulfillable: false });
    expect(refunds.paidBack(back)).toBe(300_000);
    expect(world.merchant.typesOf(reference).filter((type) => type === 'checkout.paid')).toHaveLength(1);
  });
});

describe('a checkout whose run was lost', () => {
  it('after it was cancelled is cancelled: money that arrives is late', async () => {
    const { reference, account } = await refunds.checkouts.openWithAccount();
    // its webhook, which is not delivered, keeps the run open
    world.merchant.refuses('checkout.cancelled', 500);
    await refunds.checkouts.cancel(reference);
    await world.handle(`checkout:${reference}`).terminate();
    world.merchant.refuses();
    await refunds.checkouts.create(reference);
    await waitUntil('the end', async () => (await refunds.checkouts.read(reference)).state === 'CANCELLED');
    await world.pay(account, '2500.00');
    await refunds.checkouts.reviewItem(reference, 'paid-late');
    expect(await refunds.checkouts.read(reference)).toMatchObject({ fulfillable: false });
  });
});
