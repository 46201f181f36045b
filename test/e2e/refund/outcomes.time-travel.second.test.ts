import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRefunds, type Refunds } from '../../support/lifecycles/refunds.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { ACCOUNTS } from '../../support/lifecycles/transfers.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let refunds: Refunds;
beforeAll(async () => {
  world = await createTimeTravelWorld({ settings: { fundsCheckMs: 10 * MINUTE } });
  refunds = createRefunds(world, 'refund-ends');
});
beforeEach(async () => {
  await world.backToNow();
  await world.clearFaults();
});
afterAll(() => world.close());

const setBalance = (balance: number) => world.control(`merchants/${world.account.id}/wallet`, { balance });

async function refundTo(accountNumber: string) {
  const { reference: checkout, transactionReference } = await refunds.paidCheckout();
  const reference = refunds.newReference();
  const destination = await refunds.accountAt(accountNumber);
  const { body } = await refunds.ofTransaction(transactionReference, reference, { destination });
  expect(body).toMatchObject({ state: 'PENDING', safeToPayAgain: false });
  return { checkout, transactionReference, reference };
}

describe('a refund that the bank decides later', () => {
  it('is COMPLETED when the event of the gateway arrives', async () => {
    const { transactionReference, reference } = await refundTo(ACCOUNTS.slow);
    await world.pass(3 * MINUTE);
    await world.merchant.receives(transactionReference, 'refund.completed');
    await world.pass(3 * MINUTE);
    await refunds.closed(transactionReference);
    expect(refunds.causesOf(reference)).toEqual(['refund-sent', 'refund-arrived']);
  });

  it('is COMPLETED by a check five minutes after the send when the event is lost', async () => {
    await world.planFault({ on: 'event', event: 'SUCCESSFUL_REFUND', fault: { kind: 'drop' } });
    const { transactionReference, reference } = await refundTo(ACCOUNTS.slow);
    await world.pass(4 * MINUTE, MINUTE);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual([]);
    await world.pass(2 * MINUTE, MINUTE);
    await world.merchant.receives(transactionReference, 'refund.completed');
    await world.pass(3 * MINUTE);
    await refunds.closed(transactionReference);
  });

  it('is FAILED, counts as pending, and is safe to pay again only after a second read five minutes later', async () => {
    const { transactionReference, reference, checkout } = await refundTo(ACCOUNTS.slowFailure);
    await world.pass(3 * MINUTE, MINUTE);
    const failed = await world.merchant.receives(transactionReference, 'refund.failed');
    expect(failed.data).toMatchObject({
      refund: {
        reference,
        state: 'FAILED',
        safeToPayAgain: false,
        reason: 'the gateway reports FAILED: Transaction rejected by destination',
      },
    });
    const other = refunds.newReference();
    expect(await refunds.ofTransaction(transactionReference, other)).toMatchObject({
      status: 422,
      body: { remaining: '1000.00' },
    });
    await world.pass(6 * MINUTE, MINUTE);
    const safe = await world.merchant.receives(transactionReference, 'refund.safe-to-pay-again');
    expect(safe.data).toMatchObject({
      refund: { reference, safeToPayAgain: true },
      refunds: { state: 'NOT_REFUNDED' },
    });
    await refunds.closed(transactionReference);
    expect(refunds.paidBack(reference)).toBe(0);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual([
      'refund.failed',
      'refund.safe-to-pay-again',
    ]);
    expect(await refunds.ofTransaction(transactionReference, other)).toMatchObject({ status: 201 });
    await world.pass(MINUTE);
    await world.merchant.receives(checkout, 'checkout.refunded');
    expect(refunds.paidBack(other)).toBe(150_000);
  });

  it('cannot be cancelled', async () => {
    const { transactionReference, reference } = await refundTo(ACCOUNTS.slow);
    expect(await refunds.cancel(reference, transactionReference)).toMatchObject({
      status: 409,
      body: { detail: 'the refund was already sent' },
    });
  });

  it('needs review after a day without an outcome, and an operator concludes it', async () => {
    const { transactionReference, reference, checkout } = await refundTo(ACCOUNTS.neverDecided);
    await world.pass(DAY + HOUR, 6 * HOUR);
    const { body } = await refunds.read(reference, transactionReference);
    expect(body).toMatchObject({ state: 'PENDING', safeToPayAgain: false });
    const key = `unresolved:status:${reference}`;
    expect(reviewItems(body)).toMatchObject([{ key, atRisk: '1500.00' }]);
    const concluded = await refunds.resolve(reference, key, {
      decision: 'happened',
      reason: 'the customer has it',
    });
    expect(concluded.body).toMatchObject({
      state: 'COMPLETED',
      reason: 'an operator concluded that it was paid: the customer has it',
    });
    await world.merchant.receives(checkout, 'checkout.refunded');
    await refunds.closed(transactionReference);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual(['refund.completed']);
  });
});

describe('a refund that the wallet cannot pay', () => {
  it('waits for funds, and is sent once the wallet holds enough', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await setBalance(1_509.99);
    const { status, body } = await refunds.ofTransaction(transactionReference, reference);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { state: 'WAITING_FOR_FUNDS' },
    });
    await world.merchant.receives(transactionReference, 'refund.waiting-for-funds');
    await world.pass(MINUTE);
    expect(refunds.causesOf(reference)).toEqual([]);
    // what waits counts
    expect(await refunds.ofTransaction(transactionReference, refunds.newReference())).toMatchObject({
      status: 422,
      body: { refunds: [{ state: 'WAITING_FOR_FUNDS' }] },
    });
    await setBalance(1_510);
    await world.pass(25 * MINUTE, 5 * MINUTE);
    await world.merchant.receives(transactionReference, 'refund.completed');
    expect(refunds.causesOf(reference)).toEqual(['refund-sent', 'refund-arrived']);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual([
      'refund.waiting-for-funds',
      'refund.completed',
    ]);
    await setBalance(10_000_000);
  });

  it('expires after a day, and nothing was sent', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await setBalance(0);
    await refunds.ofTransaction(transactionReference, reference);
    await world.pass(DAY + HOUR, 6 * HOUR);
    await world.merchant.receives(transactionReference, 'refund.expired');
    await refunds.closed(transactionReference);
    const { body } = await refunds.read(reference, transactionReference);
    expect(body).toMatchObject({ state: 'EXPIRED', safeToPayAgain: true });
    expect(body.reason).toContain('not sent in time');
    expect(refunds.causesOf(reference)).toEqual([]);
    await setBalance(10_000_000);
  });

  it('is cancelled by the merchant, and a repeat gets the same answer', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await setBalance(0);
    await refunds.ofTransaction(transactionReference, reference);
    const cancelled = { status: 200, body: { state: 'CANCELLED', safeToPayAgain: true } };
    expect(await refunds.cancel(reference, transactionReference)).toMatchObject(cancelled);
    await world.merchant.receives(transactionReference, 'refund.cancelled');
    await refunds.closed(transactionReference);
    expect(await refunds.cancel(reference, transactionReference)).toMatchObject(cancelled);
    expect(refunds.causesOf(reference)).toEqual([]);
    await setBalance(10_000_000);
  });
});
