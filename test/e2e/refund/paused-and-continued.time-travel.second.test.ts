import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefunds, type Refunds } from '../../support/lifecycles/refunds.js';
import { AS_APPROVER } from '../../support/lifecycles/transfers.js';
import { costOf } from '../../support/temporal/history.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let refunds: Refunds;
beforeAll(async () => {
  // a run continues as new after a hundred history events
  world = await createTimeTravelWorld({ settings: { continueAsNewAfterHistoryEvents: 100 } });
  refunds = createRefunds(world, 'refund-runs');
});
afterAll(() => world.close());

const SENT_AND_ARRIVED = ['refund-sent', 'refund-arrived'];

describe('a refund while operators have paused payouts', () => {
  it('is PAUSED, is listed with its deadline, and is sent after the resume', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await world.call('POST', '/v1/pauses', { queue: 'payouts', reason: 'an incident' }, AS_APPROVER);
    const { body } = await refunds.ofTransaction(transactionReference, reference);
    expect(body).toMatchObject({ state: 'PAUSED', reason: 'an operator has paused payouts: an incident' });
    const [waiting] = await waitUntil('the list of what waits', async () => {
      const { operations } = await world.oware.pauses.waiting();
      return operations.length > 0 && operations;
    });
    expect(waiting).toMatchObject({ lifecycle: 'refunds-of' });
    expect(waiting?.notAfter).toBe(body.notAfter);
    // what is paused counts
    expect(await refunds.ofTransaction(transactionReference, refunds.newReference())).toMatchObject({
      status: 422,
      body: { refunds: [{ state: 'PAUSED' }] },
    });
    await world.call('DELETE', '/v1/pauses/payouts', undefined, AS_APPROVER);
    await waitUntil('the send', () => refunds.causesOf(reference).length > 0);
    await world.pass(MINUTE);
    await world.merchant.receives(transactionReference, 'refund.completed');
    expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
  });
});

describe('refunds over several runs', () => {
  it('wait for funds for hours, and are each sent once when the wallet holds enough', async () => {
    const { reference: checkout, transactionReference } = await refunds.paidCheckout();
    const balance = `merchants/${world.account.id}/wallet`;
    await world.control(balance, { balance: 0 });
    const references = [refunds.newReference(), refunds.newReference()];
    for (const reference of references) {
      await refunds.ofTransaction(transactionReference, reference, { amount: '1200.00' });
    }
    const first = await refunds.runIdOf(transactionReference);
    await world.pass(3 * HOUR, HOUR);
    expect(await refunds.runIdOf(transactionReference)).not.toBe(first);
    await costOf(world.client, refunds.id(transactionReference), 'refund-before-continue-as-new', first);
    for (const reference of references) {
      expect((await refunds.read(reference, transactionReference)).body).toMatchObject({
        state: 'WAITING_FOR_FUNDS',
      });
      expect(refunds.causesOf(reference)).toEqual([]);
    }
    await world.control(balance, { balance: 10_000_000 });
    await world.pass(10 * MINUTE, MINUTE);
    for (const reference of references) {
      await refunds.becomes(reference, 'COMPLETED', transactionReference);
      expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
      // the webhook follows the state
      await expect
        .poll(() => refunds.webhooksOf(transactionReference, reference))
        .toEqual(['refund.waiting-for-funds', 'refund.completed']);
    }
    await waitUntil('both refunds at the checkout', async () => {
      const { refunded } = (await refunds.checkouts.read(checkout)) as { refunded?: { amount: string } };
      return refunded?.amount === '2400.00';
    });
  });
});
