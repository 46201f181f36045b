import { defineSearchAttributeKey } from '@temporalio/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardIn, type Checkouts, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let checkouts: Checkouts;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  checkouts = createCheckouts(world, 'edge');
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

describe('at the end of the payment window', () => {
  async function openWithAccount() {
    const reference = await checkouts.open();
    // the gateway counts from its receipt, which on a busy machine is seconds after our attempt
    const closedBy = new Date(world.sandbox.clock.now() + 40 * MINUTE).toISOString();
    const account = await checkouts.virtualAccount(reference);
    const { expiresAt } = await checkouts.read(reference);
    return {
      reference,
      account,
      /** By our clock: the gateway does not close it earlier. */
      expiresAt: String(expiresAt),
      /** The gateway has closed it by then. */
      closedBy,
    };
  }

  /** Moves the gateway's clock to the second; the workflows follow at the next `pass`. */
  async function untilSecondsBefore(expiresAt: string, seconds: number): Promise<void> {
    const left = () => Date.parse(expiresAt) - world.sandbox.clock.now();
    await world.pass(left() - MINUTE);
    await world.runAhead(left() - seconds * 1000);
  }

  it('a transfer one second before it counts', async () => {
    const { reference, expiresAt, account } = await openWithAccount();
    await untilSecondsBefore(expiresAt, 1);
    expect(await world.pay(account, '2500.00')).toMatchObject({ accepted: true });
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await checkouts.read(reference)).not.toHaveProperty('reviewItems');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid']);
  });

  it('a transfer one second after it is rejected, and the checkout is EXPIRED', async () => {
    const { reference, closedBy, account } = await openWithAccount();
    await untilSecondsBefore(closedBy, -1);
    expect(await world.pay(account, '2500.00')).toMatchObject({ accepted: false });
    await world.pass(2 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    await checkouts.closed(reference);
    expect(await world.collectedFor(reference)).toHaveLength(0);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.expired']);
  });

  it('a transfer that the gateway accepts one second late still pays the checkout', async () => {
    await world.setSwitches({ latePayment: 'ACCEPTED' });
    const { reference, closedBy, account } = await openWithAccount();
    await untilSecondsBefore(closedBy, -1);
    expect(await world.pay(account, '2500.00')).toMatchObject({ accepted: true });
    await world.merchant.receives(reference, 'checkout.paid');
    await checkouts.closed(reference);
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid']);
    await world.setSwitches({ latePayment: 'REFUSED' });
  });

  it('an OTP after it is refused, and the checkout is EXPIRED', async () => {
    const reference = await checkouts.open();
    expect(cardIn(await checkouts.payByCard(reference, 'otp'))).toMatchObject({ state: 'OTP_REQUIRED' });
    await world.pass(42 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    expect(await checkouts.submitOtp(reference)).toMatchObject({ status: 409 });
    expect(await world.collectedFor(reference)).toHaveLength(0);
  });
});

describe('an unknown status of the gateway', () => {
  const UNKNOWN = 'ON_HOLD';
  const REVIEW = defineSearchAttributeKey('OwareReview', 'KEYWORD_LIST');
  const reason = `the gateway reports ${UNKNOWN}, an unknown status`;

  /**
   * One rule changes every other answer; two of them, one answer apart, change all. Planned together: a call
   * between them would be counted by the first only.
   */
  async function alwaysAnswersUnknown(transaction: string): Promise<void> {
    const rule = { on: 'call', endpoint: 'getTransaction', reference: transaction };
    const fault = { kind: 'flap', status: UNKNOWN };
    await world.planFault([
      { ...rule, fault },
      { ...rule, fault, skip: 1 },
    ]);
  }

  async function checkoutOnHold() {
    const reference = await checkouts.open();
    const [transaction = ''] = await world.transactionsOf(reference);
    await alwaysAnswersUnknown(transaction);
    return { reference, transaction };
  }

  it('needs review, and the payment is found when the status is known again', async () => {
    const { reference, transaction } = await checkoutOnHold();
    await world.payOnHostedPage(transaction);
    expect(await checkouts.reviewItem(reference, 'unreadable-record')).toMatchObject({
      kind: 'unreadable-record',
      reason,
      atRisk: '2500.00',
    });
    expect(await checkouts.read(reference)).toMatchObject({ state: 'PENDING' });
    const listed = await world.handle(`checkout:${reference}`).describe();
    expect(listed.typedSearchAttributes.get(REVIEW)).toEqual(['unreadable-record']);
    expect(world.merchant.typesOf(reference)).toEqual([]);

    await world.clearFaults();
    await world.pass(10 * MINUTE, MINUTE);
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await checkouts.read(reference)).not.toHaveProperty('reviewItems');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid']);
  });

  it('does not close the checkout: it is neither FAILED nor EXPIRED meanwhile', async () => {
    const { reference } = await checkoutOnHold();
    await world.pass(2 * 60 * MINUTE);
    expect(await checkouts.reviewItem(reference, 'unreadable-record')).toMatchObject({
      kind: 'unreadable-record',
      reason,
    });
    expect(await checkouts.read(reference)).toMatchObject({ state: 'CLOSING' });
    expect(world.merchant.typesOf(reference)).toEqual([]);

    await world.clearFaults();
    // the checks become less frequent
    await world.pass(3 * 60 * MINUTE);
    await world.becomes(reference, 'EXPIRED');
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.expired']);
  });

  it('in the answer to a card charge blocks a second card, and the record decides', async () => {
    const reference = await checkouts.open();
    const [transaction = ''] = await world.transactionsOf(reference);
    await alwaysAnswersUnknown(transaction);
    await world.dropEvent(reference);
    await world.planFault({ on: 'call', endpoint: 'chargeCard', fault: { kind: 'flap', status: UNKNOWN } });
    expect(cardIn(await checkouts.payByCard(reference, 'approved'))).toMatchObject({
      state: 'UNKNOWN',
      reason: `the gateway reports ${UNKNOWN}`,
    });
    expect(await checkouts.payByCard(reference, 'approved')).toMatchObject({
      status: 409,
      body: { type: '/problems/card-unresolved', moneyMoved: 'unknown' },
    });
    await world.clearFaults();
    await world.pass(10 * MINUTE, MINUTE);
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid']);
  });
});

describe('a wrong OTP and the right one at the same moment', () => {
  it('charge the payer once: one is accepted or refused first, and the other can be repeated', async () => {
    const reference = await checkouts.open();
    await checkouts.payByCard(reference, 'otp');
    const both = await Promise.all([
      checkouts.submitOtp(reference, '111111'),
      checkouts.submitOtp(reference),
    ]);
    const statuses = both.map(({ status }) => status);
    // either may be first: accepted, wrong, or refused while the other is checked
    expect([
      [409, 200],
      [422, 409],
      [422, 200],
    ]).toContainEqual(statuses);
    if (statuses[1] !== 200) await checkouts.submitOtp(reference);
    await world.merchant.receives(reference, 'checkout.paid');
    expect(await world.collectedFor(reference)).toHaveLength(1);
    expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid']);
  });
});
