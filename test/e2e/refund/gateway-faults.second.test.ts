import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { createRefunds, type Refunds } from '../../support/lifecycles/refunds.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let refunds: Refunds;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      recheckScheduleMs: [100, 200, 1_000],
      gatewayEventGraceMs: 100,
      safetyChecksMs: [1_000],
      fundsCheckMs: 200,
    },
  });
  refunds = createRefunds(world, 'refund-faults');
});
afterAll(() => world.close());

const SENT_AND_ARRIVED = ['refund-sent', 'refund-arrived'];

async function completes(transactionReference: string, reference: string): Promise<void> {
  await waitUntil(`${reference} at the gateway`, () => refunds.causesOf(reference).length > 0);
  await refunds.decide();
  await refunds.becomes(reference, 'COMPLETED', transactionReference);
  await refunds.closed(transactionReference);
  expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
  expect(refunds.paidBack(reference)).toBe(150_000);
  const types = refunds.webhooksOf(transactionReference, reference);
  // what it waited for on its way depends on the test
  const waits = ['refund.waiting-for-funds', 'refund.on-hold'];
  expect(types.filter((type) => !waits.includes(type))).toEqual(['refund.completed']);
}

describe.concurrent('a refund whose send fails', () => {
  it.each(CALL_FAULTS)('%s: is paid once', async (fault) => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    const [when, kind] = fault.split('.');
    await world.planFault({ on: 'call', endpoint: 'initiateRefund', reference, when, fault: { kind } });
    await refunds.ofTransaction(transactionReference, reference);
    await completes(transactionReference, reference);
  });

  it.each([
    ['R5', 'before', 400],
    ['R10', 'before', 400],
    ['R11', 'before', 400],
    ['M01', 'before', 500],
    ['M01', 'after', 500],
    ['M02', 'after', 200],
    ['99', 'before', 200],
    ['99', 'after', 500],
  ])('with code %s %s its effect is paid once', async (code, when, status) => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    const fault = { kind: 'refusal', code, status };
    await world.planFault({ on: 'call', endpoint: 'initiateRefund', reference, when, fault });
    await refunds.ofTransaction(transactionReference, reference);
    await completes(transactionReference, reference);
  });
});

describe.concurrent('a refund is not sent', () => {
  it.each(['getTransaction', 'listRefunds'])(
    'while the gateway does not answer %s; the same request is granted later',
    async (endpoint) => {
      const { transactionReference } = await refunds.paidCheckout();
      const reference = refunds.newReference();
      const down = { on: 'call', endpoint, reference: transactionReference, when: 'before', times: null };
      await world.planFault({ ...down, fault: { kind: 'error' } });
      expect(await refunds.ofTransaction(transactionReference, reference)).toMatchObject({
        status: 503,
        body: { type: '/problems/not-sent', moneyMoved: 'no', retry: 'later' },
      });
      expect(refunds.causesOf(reference)).toEqual([]);
      await world.clearFaults(transactionReference);
      expect(await refunds.ofTransaction(transactionReference, reference)).toMatchObject({ status: 201 });
      await completes(transactionReference, reference);
    },
  );

  it('beyond the payment though the gateway lists refunds in pages and from the oldest', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    for (let n = 0; n < 3; n++) {
      const made = refunds.newReference();
      await world.dropEvent(made);
      await refunds.makeAtGateway(transactionReference, made, 700);
    }
    const listing = { on: 'call', endpoint: 'listRefunds', reference: transactionReference };
    await world.planFault({ ...listing, fault: { kind: 'page-cap', size: 1 } });
    await world.planFault({ ...listing, fault: { kind: 'page-order' } });
    expect(await refunds.ofTransaction(transactionReference, refunds.newReference())).toMatchObject({
      status: 422,
      body: { remaining: '400.00', refunds: [{}, {}, {}] },
    });
  });
});

describe.concurrent('the event of a refund', () => {
  it('that arrives three times changes nothing, and starts no run after the end', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    const copies = { kind: 'duplicate', copies: 3 };
    await world.planFault({ on: 'event', reference, fault: copies });
    await refunds.ofTransaction(transactionReference, reference);
    await completes(transactionReference, reference);
    const run = await refunds.runIdOf(transactionReference);
    await world.replayEventOf(`"${reference}"`, 3);
    expect(await refunds.runIdOf(transactionReference)).toBe(run);
  });

  it('that is lost costs a check', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await world.dropEvent(reference);
    await refunds.ofTransaction(transactionReference, reference);
    await completes(transactionReference, reference);
  });

  it('with another amount is not believed', async () => {
    const { reference: checkout, transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await world.planFault({ on: 'event', reference, fault: { kind: 'mutate-amount', amount: 2500 } });
    await refunds.ofTransaction(transactionReference, reference);
    await completes(transactionReference, reference);
    await world.merchant.receives(checkout, 'checkout.refunded');
    expect(await refunds.checkouts.read(checkout)).toMatchObject({
      fulfillable: true,
      refunded: { amount: '1500.00' },
    });
  });

  it('of a refund that another system made is reported to the merchant and to the checkout', async () => {
    const { reference: checkout, transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await refunds.makeAtGateway(transactionReference, reference, 2500);
    await refunds.decide();
    const { data } = await world.merchant.receives(transactionReference, 'refund.unexpected');
    expect(data).toMatchObject({
      refund: { reference, state: 'COMPLETED', amount: '2500.00', foreign: true, refundReason: 'By hand' },
    });
    await world.merchant.receives(checkout, 'checkout.unfulfillable');
    await refunds.closed(transactionReference);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual(['refund.unexpected']);
    expect(await refunds.ofTransaction(transactionReference, refunds.newReference())).toMatchObject({
      status: 422,
      body: { remaining: '0.00' },
    });
    // the same refund, asked for here, is the one that exists
    const same = { amount: '2500.00', refundReason: 'By hand', customerNote: 'Sorry' };
    expect(await refunds.ofTransaction(transactionReference, reference, same)).toMatchObject({ status: 200 });
  });
});

describe.concurrent('refunds whose run was terminated', () => {
  it('before a send are looked for, and then sent once, when a person releases them', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await world.planFault({
      on: 'call',
      endpoint: 'initiateRefund',
      reference,
      when: 'before',
      times: null,
      fault: { kind: 'rate-limited' },
    });
    const first = refunds.ofTransaction(transactionReference, reference);
    await refunds.becomes(reference, 'PENDING', transactionReference);
    await world.handle(refunds.id(transactionReference)).terminate();
    await world.clearFaults(reference);
    // the first caller still waits, and its request is repeated for it
    const replies = await Promise.all([first, refunds.ofTransaction(transactionReference, reference)]);
    for (const { status } of replies) expect([200, 201]).toContain(status);
    expect(refunds.causesOf(reference)).toEqual([]);
    await refunds.release(reference, transactionReference);
    await completes(transactionReference, reference);
  });
});

// one after the other: each needs a gateway whose clock no other test moves
describe('a refund whose send fails, while no time passes at the gateway', () => {
  it('is paid once though the gateway does not find it at first', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await world.planFault({ on: 'call', endpoint: 'initiateRefund', reference, fault: { kind: 'reset' } });
    const lag = { kind: 'lag', ms: 250 };
    await world.planFault({ on: 'call', endpoint: 'getRefund', reference, fault: lag });
    await refunds.ofTransaction(transactionReference, reference);
    await completes(transactionReference, reference);
  });

  it('counts while its outcome is unknown', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const [reference, other] = [refunds.newReference(), refunds.newReference()];
    await world.planFault({ on: 'call', endpoint: 'initiateRefund', reference, fault: { kind: 'reset' } });
    const silent = { when: 'before', times: null, fault: { kind: 'error' } };
    await world.planFault({ on: 'call', endpoint: 'getRefund', reference, ...silent });
    const requesting = refunds.ofTransaction(transactionReference, reference);
    await waitUntil(`${reference} at the gateway`, () => refunds.causesOf(reference).length > 0);
    expect(await refunds.ofTransaction(transactionReference, other)).toMatchObject({
      status: 422,
      body: { remaining: '1000.00', refunds: [{ reference, state: 'PENDING' }] },
    });
    expect(refunds.causesOf(other)).toEqual([]);
    await world.clearFaults(reference);
    expect((await requesting).status).toBe(201);
    await completes(transactionReference, reference);
  });

  it('is refused when another transaction has used the reference, and names that refund', async () => {
    const [one, two] = [await refunds.paidCheckout(), await refunds.paidCheckout()];
    const reference = refunds.newReference();
    await world.dropEvent(reference);
    await refunds.makeAtGateway(one.transactionReference, reference, 1500);
    const { body } = await refunds.ofTransaction(two.transactionReference, reference);
    expect(body).toMatchObject({ state: 'REFUSED', safeToPayAgain: false });
    expect(body.reason).toContain(
      `reference-used-elsewhere: refund ${reference} of ${one.transactionReference}, PENDING, created 20`,
    );
  });

  it('does not adopt the refund of another transaction after a lost answer', async () => {
    const [one, two] = [await refunds.paidCheckout(), await refunds.paidCheckout()];
    const reference = refunds.newReference();
    await world.dropEvent(reference);
    await refunds.makeAtGateway(one.transactionReference, reference, 1500);
    await world.planFault({ on: 'call', endpoint: 'initiateRefund', reference, fault: { kind: 'reset' } });
    const { body } = await refunds.ofTransaction(two.transactionReference, reference);
    // its own request may have arrived as well: a person says so
    expect(body).toMatchObject({ state: 'PENDING', safeToPayAgain: false });
    await waitUntil('the review item', async () => {
      const { body: now } = await refunds.read(reference, two.transactionReference);
      return reviewItems(now).some(({ key }) => key === `identity-mismatch:${reference}`);
    });
    expect(refunds.causesOf(reference)).toEqual(['refund-sent']);
  });
});

describe('while no time passes at the gateway', () => {
  it('the event of a refund that arrives before its record makes Oware check until the record shows it', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await refunds.ofTransaction(transactionReference, reference);
    const lag = { kind: 'lag', ms: 600 };
    await world.planFault({ on: 'call', endpoint: 'getRefund', reference, fault: lag });
    await completes(transactionReference, reference);
  });

  it('refunds whose run was terminated are found by the next request, and not sent again', async () => {
    const { transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await world.dropEvent(reference);
    await refunds.ofTransaction(transactionReference, reference);
    await world.handle(refunds.id(transactionReference)).terminate();
    const again = await refunds.ofTransaction(transactionReference, reference);
    expect(again).toMatchObject({ status: 200, body: { reference, state: 'PENDING' } });
    expect(refunds.causesOf(reference)).toEqual(['refund-sent']);
    await refunds.decide();
    await refunds.becomes(reference, 'COMPLETED', transactionReference);
    // the state is shown before its webhook is delivered
    await refunds.closed(transactionReference);
    expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual(['refund.completed']);
  });
});
