import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefunds, type Refunds } from '../../support/lifecycles/refunds.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let refunds: Refunds;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  refunds = createRefunds(world, 'refund');
});
afterAll(() => world.close());

const SENT_AND_ARRIVED = ['refund-sent', 'refund-arrived'];

// no time passes at the gateway until all of these have ended: their refunds stay undecided
describe.concurrent('a refund of a checkout', () => {
  it('takes its reference from the Idempotency-Key, and is refused without either', async () => {
    const checkout = await refunds.paidCheckout();
    const key = refunds.newReference();
    const terms = { reference: undefined };
    const keyed = await refunds.ofCheckout(checkout.reference, '', terms, { 'idempotency-key': key });
    expect(keyed).toMatchObject({ status: 201, body: { reference: key } });
    expect(await refunds.ofCheckout(checkout.reference, '', terms)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reference' }] },
    });
  });

  it('is read by its own reference through the gateway’s record, or with its transaction', async () => {
    const checkout = await refunds.paidCheckout();
    const reference = refunds.newReference();
    const { transactionReference } = checkout;
    await refunds.ofCheckout(checkout.reference, reference);
    const expected = { reference, transactionReference, state: 'PENDING' };
    expect(await refunds.read(reference)).toMatchObject({ status: 200, body: expected });
    expect(await refunds.read(reference, transactionReference)).toMatchObject({
      status: 200,
      body: expected,
    });
    const unknown = refunds.newReference();
    expect(await refunds.read(unknown)).toMatchObject({ status: 404 });
    expect(await refunds.read(unknown, transactionReference)).toMatchObject({ status: 404 });
  });
});

describe.concurrent('a refund is refused, and nothing is sent,', () => {
  it.each([
    ['below the minimum', { amount: '99.99' }, 'below-minimum', 'the smallest refund is ₦100.00'],
    [
      'above what was paid',
      { amount: '2500.01' },
      'refund-exceeds-payment',
      '₦2,500.00 of ₦2,500.00 can still be refunded',
    ],
  ])('%s', async (_what, more, problem, detail) => {
    const checkout = await refunds.paidCheckout();
    const reference = refunds.newReference();
    expect(await refunds.ofCheckout(checkout.reference, reference, more)).toMatchObject({
      status: 422,
      body: { type: `/problems/${problem}`, detail, moneyMoved: 'no' },
    });
    await refunds.closed(checkout.transactionReference);
    expect(await refunds.statusAtGateway(reference)).toBe('not-found');
    expect(world.merchant.of(checkout.transactionReference)).toEqual([]);
  });

  it('for a payment by card', async () => {
    const { checkouts } = refunds;
    const { body } = await checkouts.create(checkouts.newReference());
    await world.payOnHostedPage(body.transactionReference);
    await world.merchant.receives(body.reference, 'checkout.paid');
    const reference = refunds.newReference();
    expect(await refunds.ofCheckout(body.reference, reference)).toMatchObject({
      status: 422,
      body: {
        type: '/problems/not-refundable',
        detail: 'the gateway refunds bank transfers only, and this was paid by CARD',
      },
    });
    expect(await refunds.statusAtGateway(reference)).toBe('not-found');
  });

  it('for a checkout that is not paid, and for a transaction that does not exist', async () => {
    const { checkouts } = refunds;
    const { body } = await checkouts.create(checkouts.newReference());
    const problem = { type: '/problems/not-refundable' };
    expect(await refunds.ofCheckout(body.reference, refunds.newReference())).toMatchObject({
      status: 422,
      body: { ...problem, detail: 'No money arrived that could be refunded.' },
    });
    expect(await refunds.ofTransaction(body.transactionReference, refunds.newReference())).toMatchObject({
      status: 422,
      body: { ...problem, detail: 'the gateway reports PENDING for the payment' },
    });
    expect(await refunds.ofTransaction('MNFY|none', refunds.newReference())).toMatchObject({
      status: 422,
      body: { ...problem, detail: 'the gateway has no such transaction' },
    });
  });

  it('by the gateway, whose reason is the answer', async () => {
    const checkout = await refunds.paidCheckout();
    const reference = refunds.newReference();
    // a virtual account cannot receive a refund
    const { account } = await refunds.checkouts.openWithAccount();
    const { bankCode, accountNumber } = account;
    const destination = await refunds.accountAt(accountNumber, bankCode);
    const { status, body } = await refunds.ofCheckout(checkout.reference, reference, {
      destination,
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        state: 'REFUSED',
        safeToPayAgain: true,
        reason: 'refused with code R6: Customer account details are invalid or missing',
      },
    });
    await world.merchant.receives(checkout.transactionReference, 'refund.refused');
    expect(refunds.causesOf(reference)).toEqual([]);
    // what was refused does not count
    const again = await refunds.ofCheckout(checkout.reference, refunds.newReference(), { amount: '2500.00' });
    expect(again).toMatchObject({ status: 201, body: { state: 'PENDING' } });
  });
});

describe.concurrent('refunds that together exceed the payment', () => {
  it('count what another system has refunded, and report it', async () => {
    const checkout = await refunds.paidCheckout();
    const { transactionReference } = checkout;
    const foreign = refunds.newReference();
    await world.dropEvent(foreign);
    await refunds.makeAtGateway(transactionReference, foreign, 2000);
    const reference = refunds.newReference();
    expect(await refunds.ofCheckout(checkout.reference, reference)).toMatchObject({
      status: 422,
      body: { remaining: '500.00', refunds: [{ reference: foreign, state: 'PENDING', foreign: true }] },
    });
    expect(refunds.causesOf(reference)).toEqual([]);
    const { data } = await world.merchant.receives(transactionReference, 'refund.unexpected');
    expect(data).toMatchObject({ refund: { reference: foreign, amount: '2000.00', foreign: true } });
    const small = refunds.newReference();
    expect(await refunds.ofCheckout(checkout.reference, small, { amount: '500.00' })).toMatchObject({
      status: 201,
    });
  });
});

// one after the other: each moves the gateway’s time after it has seen an undecided refund
describe('a refund of a checkout that the gateway decides', () => {
  it('in full is paid to the payer once, and the checkout is no longer fulfillable', async () => {
    const checkout = await refunds.paidCheckout();
    const reference = refunds.newReference();
    const { status, body } = await refunds.ofCheckout(checkout.reference, reference, { amount: '2500.00' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        reference,
        transactionReference: checkout.transactionReference,
        state: 'PENDING',
        reason: 'the gateway reports PENDING: Transaction refund request processing.',
        safeToPayAgain: false,
        amount: '2500.00',
        customerNote: 'Refund',
      },
    });
    await refunds.decide();
    const webhook = await world.merchant.receives(checkout.transactionReference, 'refund.completed');
    expect(webhook.data).toMatchObject({
      refund: { reference, state: 'COMPLETED', amount: '2500.00' },
      refunds: { state: 'REFUNDED', refunded: '2500.00', paid: '2500.00' },
    });
    await world.merchant.receives(checkout.reference, 'checkout.unfulfillable');
    expect(world.merchant.typesOf(checkout.reference)).toEqual([
      'checkout.paid',
      'checkout.refunded',
      'checkout.unfulfillable',
    ]);
    expect(await refunds.checkouts.read(checkout.reference)).toMatchObject({
      state: 'REFUNDED',
      fulfillable: false,
      refunded: { amount: '2500.00' },
    });
    await refunds.closed(checkout.transactionReference);
    expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
    expect(refunds.paidBack(reference)).toBe(250_000);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  });

  it('in part keeps it fulfillable; further ones are granted until nothing is left', async () => {
    const checkout = await refunds.paidCheckout();
    const [first, second, third] = [1, 2, 3].map(refunds.newReference) as [string, string, string];
    await refunds.ofCheckout(checkout.reference, first);
    await refunds.decide();
    const { data } = await world.merchant.receives(checkout.reference, 'checkout.refunded');
    expect(data).toMatchObject({
      refund: { reference: first, amount: '1500.00' },
      checkout: { state: 'PAID', fulfillable: true, refunded: { amount: '1500.00' } },
    });
    await refunds.closed(checkout.transactionReference);
    const closedRun = await refunds.runIdOf(checkout.transactionReference);

    const tooMuch = await refunds.ofCheckout(checkout.reference, second, { amount: '1000.01' });
    expect(tooMuch).toMatchObject({
      status: 422,
      body: {
        type: '/problems/refund-exceeds-payment',
        detail: '₦1,000.00 of ₦2,500.00 can still be refunded',
        paid: '2500.00',
        remaining: '1000.00',
        refunds: [{ reference: first, state: 'COMPLETED', amount: '1500.00' }],
      },
    });
    expect(refunds.causesOf(second)).toEqual([]);

    const rest = await refunds.ofCheckout(checkout.reference, third, { amount: '1000.00' });
    expect(rest).toMatchObject({ status: 201, body: { state: 'PENDING' } });
    expect(await refunds.runIdOf(checkout.transactionReference)).not.toBe(closedRun);
    await refunds.decide();
    await world.merchant.receives(checkout.reference, 'checkout.unfulfillable');
    expect(
      (await refunds.listed(checkout.reference)).map(({ reference, state }) => [reference, state]),
    ).toEqual([
      [first, 'COMPLETED'],
      [third, 'COMPLETED'],
    ]);
    expect([first, third].map(refunds.paidBack)).toEqual([150_000, 100_000]);
    expect(await refunds.all(checkout.transactionReference)).toMatchObject({
      state: 'REFUNDED',
      refunded: '2500.00',
    });
  });

  it('requested again is the same refund; with other terms it is refused', async () => {
    const checkout = await refunds.paidCheckout();
    const reference = refunds.newReference();
    await refunds.ofCheckout(checkout.reference, reference);
    const again = await refunds.ofCheckout(checkout.reference, reference);
    expect(again).toMatchObject({ status: 200, body: { reference, state: 'PENDING' } });
    const other = { amount: '1600.00', refundReason: 'Another one' };
    const conflict = await refunds.ofCheckout(checkout.reference, reference, other);
    expect(conflict).toMatchObject({
      status: 409,
      body: { type: '/problems/reference-conflict', differences: ['amount', 'refundReason'] },
    });
    await refunds.decide();
    await refunds.closed(checkout.transactionReference);
    const run = await refunds.runIdOf(checkout.transactionReference);
    const later = await refunds.ofCheckout(checkout.reference, reference);
    expect(later).toMatchObject({ status: 200, body: { state: 'COMPLETED' } });
    expect(await refunds.runIdOf(checkout.transactionReference)).toBe(run);
    expect(await refunds.ofCheckout(checkout.reference, reference, other)).toMatchObject({ status: 409 });
    expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
  });
});

// concurrent, because each takes a refund as it is, undecided or decided
describe.concurrent('refunds that the gateway decides at any time', () => {
  it('are refused for a payment from several accounts, until a destination is given', async () => {
    const { reference: checkout, account, transactionReference } = await refunds.checkouts.openWithAccount();
    await world.pay(account, '1000.00');
    await world.pay(account, '1500.00', { bankCode: '044', accountNumber: '0100000002' });
    await world.merchant.receives(checkout, 'checkout.paid');
    const reference = refunds.newReference();
    expect(await refunds.ofCheckout(checkout, reference)).toMatchObject({
      status: 422,
      body: { type: '/problems/destination-required' },
    });
    expect(refunds.causesOf(reference)).toEqual([]);
    const destination = await refunds.accountAt('0100000002', '044');
    expect(await refunds.ofCheckout(checkout, reference, { destination })).toMatchObject({ status: 201 });
    await refunds.decide();
    await world.merchant.receives(transactionReference, 'refund.completed');
    expect(refunds.paidBack(reference)).toBe(150_000);
  });

  it('are granted one at a time where they exceed the payment, however many arrive at once', async () => {
    const checkout = await refunds.paidCheckout();
    const references = [1, 2, 3, 4].map(refunds.newReference);
    // the first refund starts another run of the checkout: while that loads its state, the others may be told to retry
    const answered = (reference: string) =>
      waitUntil(`an answer for ${reference}`, async () => {
        const reply = await refunds.ofCheckout(checkout.reference, reference);
        return reply.body.type !== '/problems/in-progress' && reply;
      });
    const replies = await Promise.all(references.map(answered));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({ remaining: '1000.00', refunds: [{ amount: '1500.00' }] });
    await refunds.decide();
    await world.merchant.receives(checkout.transactionReference, 'refund.completed');
    expect(references.flatMap(refunds.causesOf)).toEqual(SENT_AND_ARRIVED);
    expect(references.map(refunds.paidBack).toSorted()).toEqual([0, 0, 0, 150_000]);
  });
});

describe.concurrent('a checkout with several paid transactions', () => {
  it('is refunded from the one with enough money, and asks which where several have it', async () => {
    const { reference, main, duplicate } = await refunds.paidWithDuplicate('2500.00', '1000.00');
    const both = await refunds.ofCheckout(reference, refunds.newReference(), { amount: '900.00' });
    expect(both).toMatchObject({
      status: 422,
      body: {
        type: '/problems/transaction-required',
        transactions: expect.arrayContaining([
          { transactionReference: main, paid: '2500.00', refunded: '0.00', remaining: '2500.00' },
          { transactionReference: duplicate, paid: '1000.00', refunded: '0.00', remaining: '1000.00' },
        ]) as unknown,
      },
    });
    const neither = await refunds.ofCheckout(reference, refunds.newReference(), { amount: '2600.00' });
    expect(neither).toMatchObject({
      status: 422,
      body: { type: '/problems/refund-exceeds-payment' },
    });
    const named = { amount: '1000.01', transactionReference: duplicate };
    expect(await refunds.ofCheckout(reference, refunds.newReference(), named)).toMatchObject({
      status: 422,
      body: { remaining: '1000.00', transactions: [{}, {}] },
    });
    const back = refunds.newReference();
    const granted = await refunds.ofCheckout(reference, back, { amount: '2500.00' });
    expect(granted).toMatchObject({ status: 201, body: { transactionReference: main } });
    await refunds.decide();
    await refunds.closed(main);
    // nothing has enough left for it now, and it is still the same refund
    expect(await refunds.ofCheckout(reference, back, { amount: '2500.00' })).toMatchObject({
      status: 200,
      body: { state: 'COMPLETED', transactionReference: main },
    });
    expect(refunds.causesOf(back)).toEqual(SENT_AND_ARRIVED);
    // what is left does not cover the amount
    await world.merchant.receives(reference, 'checkout.unfulfillable');
    expect(await refunds.checkouts.read(reference)).toMatchObject({
      state: 'PARTIALLY_PAID',
      fulfillable: false,
      paid: { amount: '1000.00', transactionReference: duplicate },
    });
  });

  it('stays fulfillable when the duplicate payment is refunded, and its review item is resolved', async () => {
    const { reference, main, duplicate } = await refunds.paidWithDuplicate('2500.00', '2500.00');
    const back = refunds.newReference();
    const terms = { amount: '2500.00', transactionReference: duplicate };
    expect(await refunds.ofCheckout(reference, back, terms)).toMatchObject({ status: 201 });
    await refunds.decide();
    await world.merchant.receives(reference, 'checkout.refunded');
    await refunds.checkouts.closed(reference);
    const checkout = await refunds.checkouts.read(reference);
    expect(checkout).toMatchObject({
      state: 'PAID',
      fulfillable: true,
      paid: { transactionReference: main },
      refunded: { amount: '2500.00' },
    });
    expect(checkout).not.toHaveProperty('reviewItems');
    expect(checkout).not.toHaveProperty('duplicatePayment');
    expect(
      await refunds.ofCheckout(reference, refunds.newReference(), { transactionReference: 'MNFY|1' }),
    ).toMatchObject({ status: 400, body: { errors: [{ field: 'transactionReference' }] } });
  });

  it('is not paid again by money that arrives after all of it was refunded: that is held', async () => {
    const { reference, main, second } = await refunds.paidOnOneOfTwo('2500.00');
    await refunds.ofCheckout(reference, refunds.newReference(), { amount: '2500.00' });
    await refunds.decide();
    await world.merchant.receives(reference, 'checkout.unfulfillable');
    await refunds.closed(main);
    await world.pay(second, '2500.00');
    await world.merchant.receives(reference, 'checkout.on-hold');
    expect(await refunds.checkouts.reviewItem(reference, 'paid-late')).toMatchObject({
      reason: 'paid after it was already REFUNDED',
      atRisk: '2500.00',
    });
    expect(await refunds.checkouts.read(reference)).toMatchObject({ state: 'PAID', fulfillable: false });
    const types = world.merchant.typesOf(reference);
    expect(types.filter((type) => type === 'checkout.paid')).toHaveLength(1);
  });

  it('stays fulfillable when the first payment is refunded and the second covers the amount', async () => {
    const { reference, main, duplicate } = await refunds.paidWithDuplicate('3000.00', '2500.00');
    const terms = { amount: '3000.00', transactionReference: main };
    await refunds.ofCheckout(reference, refunds.newReference(), terms);
    await refunds.decide();
    await world.merchant.receives(reference, 'checkout.refunded');
    await refunds.checkouts.closed(reference);
    expect(await refunds.checkouts.read(reference)).toMatchObject({
      state: 'PAID',
      fulfillable: true,
      paid: { transactionReference: duplicate, amount: '2500.00' },
    });
    expect(world.merchant.typesOf(reference)).not.toContain('checkout.unfulfillable');
  });
});
