import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { type Bills, createBills, CUSTOMERS } from '../../support/lifecycles/bills.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let bills: Bills;
beforeAll(async () => {
  world = await createTimeTravelWorld({ settings: { approvalAboveKobo: kobo(1_000_000) } });
  bills = createBills(world);
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

let count = 0;
const newReference = () => `bill-${process.pid}-${(count += 1)}`;

describe('a bill', () => {
  it('that the biller delivers later is followed until it does', async () => {
    const reference = newReference();
    const { body } = await bills.create(reference, { customerId: CUSTOMERS.slow });
    expect(body).toMatchObject({ state: 'PENDING', sentAt: expect.any(String) as string });
    await world.pass(3 * MINUTE);
    await world.merchant.receives(reference, 'bill.success');
    expect(bills.causesOf(reference)).toEqual(['bill']);
    await bills.closed(reference);
  });

  it('that the biller rejects is safe to pay again after a second read', async () => {
    const reference = newReference();
    await bills.create(reference, { customerId: CUSTOMERS.rejected });
    await bills.becomes(reference, 'FAILED');
    await world.pass(7 * MINUTE);
    await world.merchant.receives(reference, 'bill.safe-to-pay-again');
    expect(await bills.read(reference)).toMatchObject({ safeToPayAgain: true });
    expect(bills.causesOf(reference)).toEqual([]);
    await bills.closed(reference);
  });

  it('above the limit waits for another person, and is sent once they approve', async () => {
    const reference = newReference();
    const { body } = await bills.create(reference, { amount: '10000.01' });
    expect(body).toMatchObject({
      state: 'WAITING_FOR_APPROVAL',
      reason: 'the amount is ₦10,000.01, above ₦10,000.00',
    });
    await world.pass(2 * HOUR);
    expect(bills.causesOf(reference)).toEqual([]);
    expect(await bills.decide(reference, 'approve')).toMatchObject({ status: 200 });
    await world.merchant.receives(reference, 'bill.success');
    expect(bills.causesOf(reference)).toEqual(['bill']);
  });

  it('that an approver declines is CANCELLED, and no money moved', async () => {
    const reference = newReference();
    await bills.create(reference, { amount: '10000.01' });
    await bills.decide(reference, 'decline');
    expect(await bills.becomes(reference, 'CANCELLED')).toMatchObject({ safeToPayAgain: true });
    expect(bills.causesOf(reference)).toEqual([]);
  });

  it('waits while payouts are paused, and is sent when they resume', async () => {
    const reference = newReference();
    const pause = { queue: 'payouts', reason: 'month end', by: 'an operator' } as const;
    await world.oware.pauses.pause(pause);
    await bills.start(reference);
    await bills.becomes(reference, 'PAUSED');
    expect(bills.causesOf(reference)).toEqual([]);
    await world.oware.pauses.resume(pause);
    // no time is moved: workers keep what is paused for seconds of the machine's time
    await bills.becomes(reference, 'SUCCESS');
    expect(bills.causesOf(reference)).toEqual(['bill']);
  });
});
