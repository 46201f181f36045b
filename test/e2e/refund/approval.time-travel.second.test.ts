import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { createRefunds, type Refunds } from '../../support/lifecycles/refunds.js';
import { AS_APPROVER } from '../../support/lifecycles/transfers.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { API_KEY, HOUR, MINUTE } from '../../support/world/world.js';

const VALIDITY = 3 * HOUR;

let world: TimeTravelWorld;
let refunds: Refunds;
beforeAll(async () => {
  world = await createTimeTravelWorld({
    settings: {
      approvalAboveKobo: kobo(100_000),
      refundValidityMs: VALIDITY,
      recheckScheduleMs: [100, 200, 1_000],
      policies: {
        underpaid: { action: 'hold' },
        overpaid: { action: 'refund' },
        late: { action: 'hold' },
        duplicate: { action: 'hold' },
      },
    },
  });
  refunds = createRefunds(world, 'refund-approval');
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

const SENT_AND_ARRIVED = ['refund-sent', 'refund-arrived'];
const problem = (name: string) => ({ type: `/problems/${name}` });

/** Refunds of these amounts, requested on one paid checkout. */
async function request(...amounts: readonly string[]) {
  const { reference: checkout, transactionReference } = await refunds.paidCheckout();
  const references: string[] = [];
  for (const amount of amounts) {
    const reference = refunds.newReference();
    references.push(reference);
    await refunds.ofTransaction(transactionReference, reference, { amount });
  }
  return { checkout, transactionReference, references, reference: references[0] ?? '' };
}

async function completed(reference: string, transactionReference: string) {
  await waitUntil('the send', () => refunds.causesOf(reference).length > 0);
  await world.pass(MINUTE);
  return refunds.becomes(reference, 'COMPLETED', transactionReference);
}

describe('a refund up to the limit', () => {
  it('is sent without an approval, and refuses decisions', async () => {
    const { reference, transactionReference } = await request('1000.00');
    const { body } = await refunds.read(reference, transactionReference);
    expect(body).toMatchObject({
      state: 'PENDING',
      reason: 'the gateway reports PENDING: Transaction refund request processing.',
    });
    expect(body).not.toHaveProperty('approval');
    for (const action of ['approve', 'decline'] as const) {
      expect(await refunds.approveOrDecline(action, reference, transactionReference)).toMatchObject({
        status: 409,
        body: { ...problem('not-awaiting-approval'), detail: 'the payout has not asked for an approval' },
      });
    }
    await completed(reference, transactionReference);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual(['refund.completed']);
  });
});

describe('a refund above the limit', () => {
  it('waits for another person, and is sent once when they approve: who, when and why stay in it', async () => {
    const { reference: checkout, transactionReference } = await refunds.paidCheckout();
    const reference = refunds.newReference();
    const { status, body } = await refunds.ofCheckout(checkout, reference);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        state: 'WAITING_FOR_APPROVAL',
        reason: 'the amount is ₦1,500.00, above ₦1,000.00',
        safeToPayAgain: false,
        approval: {
          status: 'waiting',
          needed: 1,
          maker: { key: 'tests', subject: 'maker' },
          given: [],
          expiresAt: body.notAfter,
        },
      },
    });
    const asked = await world.merchant.receives(transactionReference, 'refund.waiting-for-approval');
    expect(asked.data).toMatchObject({
      refund: { reference, approval: { status: 'waiting' } },
      refunds: { state: 'WAITING_FOR_APPROVAL' },
    });
    await world.pass(HOUR);
    expect(refunds.causesOf(reference)).toEqual([]);
    // a request to check is answered: there is nothing to check
    const confirm = `/v1/refunds/${reference}/confirm?transactionReference=${encodeURIComponent(transactionReference)}`;
    expect(await world.call('POST', confirm)).toMatchObject({ body: { state: 'WAITING_FOR_APPROVAL' } });

    const approved = await refunds.approveOrDecline('approve', reference, transactionReference);
    expect(approved).toMatchObject({
      status: 200,
      body: { approval: { status: 'approved', given: [{ key: 'approver', subject: 'checker' }] } },
    });
    const done = await completed(reference, transactionReference);
    expect(done.approval).toMatchObject({
      status: 'approved',
      given: [{ subject: 'checker', reason: 'checked' }],
    });
    expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
    expect(refunds.paidBack(reference)).toBe(150_000);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual([
      'refund.waiting-for-approval',
      'refund.completed',
    ]);
  });

  it('is approved once by two clicks, and later ones get the same answer, also from the closed run', async () => {
    const { reference, transactionReference } = await request('1500.00');
    const approve = () => refunds.approveOrDecline('approve', reference, transactionReference);
    const replies = await Promise.all([approve(), approve()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { approval } = await completed(reference, transactionReference);
    await world.pass(10 * MINUTE);
    await refunds.closed(transactionReference);
    expect(await approve()).toMatchObject({ status: 200, body: { state: 'COMPLETED', approval } });
    expect(await refunds.approveOrDecline('decline', reference, transactionReference)).toMatchObject({
      status: 409,
      body: problem('already-decided'),
    });
    expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
  });

  it('requested again by another person keeps its maker', async () => {
    const { reference, transactionReference } = await request('1500.00');
    const again = await refunds.ofTransaction(transactionReference, reference, {}, AS_APPROVER);
    expect(again).toMatchObject({ status: 200, body: { approval: { maker: { subject: 'maker' } } } });
    expect(await refunds.approveOrDecline('approve', reference, transactionReference)).toMatchObject({
      status: 200,
    });
    await completed(reference, transactionReference);
  });

  it('is not approved without the scope, under another reference, nor by the person who asked for it', async () => {
    const { reference, transactionReference } = await request('1500.00');
    const asMaker = { authorization: `Bearer ${API_KEY}` };
    expect(await refunds.approveOrDecline('approve', reference, transactionReference, asMaker)).toMatchObject(
      {
        status: 403,
        body: problem('forbidden'),
      },
    );
    expect(await refunds.approveOrDecline('approve', 'unknown', transactionReference)).toMatchObject({
      status: 404,
    });
    await refunds.cancel(reference, transactionReference);
    const own = refunds.newReference();
    await refunds.ofTransaction(transactionReference, own, {}, AS_APPROVER);
    expect(await refunds.approveOrDecline('approve', own, transactionReference)).toMatchObject({
      status: 403,
      body: { ...problem('approver-is-maker'), moneyMoved: 'no' },
    });
    expect(await refunds.read(own, transactionReference)).toMatchObject({
      body: { state: 'WAITING_FOR_APPROVAL', approval: { given: [] } },
    });
    await refunds.cancel(own, transactionReference);
    expect([reference, own].map(refunds.causesOf)).toEqual([[], []]);
  });

  it('is CANCELLED with the reason when another person declines, and its amount can be refunded again', async () => {
    const { reference, transactionReference } = await request('1500.00');
    const next = refunds.newReference();
    // what waits counts
    expect(await refunds.ofTransaction(transactionReference, next)).toMatchObject({
      status: 422,
      body: { remaining: '1000.00', refunds: [{ reference, state: 'WAITING_FOR_APPROVAL' }] },
    });
    await refunds.approveOrDecline('decline', reference, transactionReference);
    const declined = await refunds.becomes(reference, 'CANCELLED', transactionReference);
    expect(declined).toMatchObject({
      reason: 'declined by checker (checked)',
      safeToPayAgain: true,
      approval: { status: 'declined', declined: { subject: 'checker', reason: 'checked' } },
    });
    expect(await refunds.approveOrDecline('approve', reference, transactionReference)).toMatchObject({
      status: 409,
      body: problem('already-decided'),
    });
    expect(await refunds.ofTransaction(transactionReference, next, { amount: '2500.00' })).toMatchObject({
      status: 201,
    });
    await refunds.cancel(next, transactionReference);
    expect(refunds.causesOf(reference)).toEqual([]);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual([
      'refund.waiting-for-approval',
      'refund.cancelled',
    ]);
  });

  it('expires at its last moment without an answer', async () => {
    const { reference, transactionReference } = await request('1500.00');
    await world.pass(VALIDITY + MINUTE, HOUR);
    const expired = await refunds.becomes(reference, 'EXPIRED', transactionReference);
    expect(expired).toMatchObject({ safeToPayAgain: true, approval: { status: 'expired', given: [] } });
    expect(expired.reason).toContain('not sent in time: the amount is ₦1,500.00');
    expect(await refunds.approveOrDecline('approve', reference, transactionReference)).toMatchObject({
      status: 409,
      body: problem('not-awaiting-approval'),
    });
    expect(refunds.causesOf(reference)).toEqual([]);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual([
      'refund.waiting-for-approval',
      'refund.expired',
    ]);
  });

  it('is cancelled by the merchant while it waits', async () => {
    const { reference, transactionReference } = await request('1500.00');
    expect(await refunds.cancel(reference, transactionReference)).toMatchObject({
      status: 200,
      body: {
        state: 'CANCELLED',
        reason: 'the merchant cancelled it',
        approval: { status: 'withdrawn', given: [] },
      },
    });
    expect(await refunds.approveOrDecline('approve', reference, transactionReference)).toMatchObject({
      status: 409,
      body: problem('not-awaiting-approval'),
    });
    expect(refunds.causesOf(reference)).toEqual([]);
  });

  it('waits for funds after its approval, and is not asked for again', async () => {
    const { reference, transactionReference } = await request('1500.00');
    const wallet = `merchants/${world.account.id}/wallet`;
    await world.control(wallet, { balance: 0 });
    await refunds.approveOrDecline('approve', reference, transactionReference);
    await refunds.becomes(reference, 'WAITING_FOR_FUNDS', transactionReference);
    await world.pass(10 * MINUTE, MINUTE);
    await world.control(wallet, { balance: 10_000_000 });
    await world.pass(3 * MINUTE, MINUTE);
    await completed(reference, transactionReference);
    expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
    expect(refunds.webhooksOf(transactionReference, reference)).toEqual([
      'refund.waiting-for-approval',
      'refund.waiting-for-funds',
      'refund.completed',
    ]);
  });

  it('that another system makes meanwhile, under the same reference, is COMPLETED without a second one', async () => {
    const { reference, transactionReference } = await request('1500.00');
    await refunds.makeAtGateway(transactionReference, reference);
    await world.pass(MINUTE);
    const done = await refunds.becomes(reference, 'COMPLETED', transactionReference);
    expect(done).toMatchObject({ approval: { status: 'withdrawn', given: [] } });
    expect(await refunds.approveOrDecline('approve', reference, transactionReference)).toMatchObject({
      status: 409,
      body: problem('not-awaiting-approval'),
    });
    expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
  });
});

describe('two refunds of a transaction that wait at once', () => {
  it.each([
    ['in their order', [0, 1]],
    ['in the other order', [1, 0]],
  ])('are approved one by one, %s, and each is sent once', async (_order, order) => {
    const { references, transactionReference } = await request('1200.00', '1300.00');
    const [first, second] = order.map((n) => references[n] ?? '') as [string, string];
    await refunds.approveOrDecline('approve', first, transactionReference);
    await completed(first, transactionReference);
    expect(await refunds.read(second, transactionReference)).toMatchObject({
      body: { state: 'WAITING_FOR_APPROVAL', approval: { given: [] } },
    });
    expect(refunds.causesOf(second)).toEqual([]);
    expect(await refunds.all(transactionReference)).toMatchObject({ state: 'WAITING_FOR_APPROVAL' });
    await refunds.approveOrDecline('approve', second, transactionReference);
    await completed(second, transactionReference);
    expect(await refunds.all(transactionReference)).toMatchObject({ state: 'REFUNDED', refunded: '2500.00' });
    expect(references.map(refunds.causesOf)).toEqual([SENT_AND_ARRIVED, SENT_AND_ARRIVED]);
  });

  it('are approved at the same moment, and each is sent once', async () => {
    const { references, transactionReference } = await request('1200.00', '1300.00');
    const replies = await Promise.all(
      references.map((reference) => refunds.approveOrDecline('approve', reference, transactionReference)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    for (const reference of references) await completed(reference, transactionReference);
    expect(references.map(refunds.paidBack)).toEqual([120_000, 130_000]);
  });

  it('and a third one up to the limit is sent and completed meanwhile', async () => {
    const { references, transactionReference } = await request('1500.00', '400.00');
    const [large, small] = references as [string, string];
    await completed(small, transactionReference);
    expect(await refunds.read(large, transactionReference)).toMatchObject({
      body: { state: 'WAITING_FOR_APPROVAL' },
    });
    await refunds.approveOrDecline('decline', large, transactionReference);
    await refunds.becomes(large, 'CANCELLED', transactionReference);
    expect(await refunds.all(transactionReference)).toMatchObject({
      state: 'PARTIALLY_REFUNDED',
      refunded: '400.00',
    });
    expect(refunds.causesOf(large)).toEqual([]);
  });
});

describe('a refund that a policy asks for', () => {
  const surplusOf = async (amount: string) => {
    const { reference, account, transactionReference } = await refunds.checkouts.openWithAccount();
    await world.pay(account, amount);
    return { checkout: reference, reference: `${reference}--r1`, transactionReference };
  };

  it('needs two people above the limit, since no person asked for it', async () => {
    const { reference, transactionReference } = await surplusOf('4000.00');
    const waiting = await refunds.becomes(reference, 'WAITING_FOR_APPROVAL', transactionReference);
    expect(waiting.approval).toMatchObject({ needed: 2, given: [] });
    expect(waiting.approval).not.toHaveProperty('maker');
    for (let clicks = 0; clicks < 2; clicks++) {
      await refunds.approveOrDecline('approve', reference, transactionReference);
    }
    expect(await refunds.read(reference, transactionReference)).toMatchObject({
      body: { state: 'WAITING_FOR_APPROVAL', approval: { given: [{ subject: 'checker' }] } },
    });
    expect(refunds.causesOf(reference)).toEqual([]);
    await refunds.cancel(reference, transactionReference);
  });

  it('that is declined leaves the surplus on hold', async () => {
    const { checkout, reference, transactionReference } = await surplusOf('4000.00');
    await refunds.becomes(reference, 'WAITING_FOR_APPROVAL', transactionReference);
    await refunds.approveOrDecline('decline', reference, transactionReference);
    await refunds.becomes(reference, 'CANCELLED', transactionReference);
    const reason = `refund ${reference} is CANCELLED: declined by checker (checked)`;
    const item = await waitUntil('the surplus on hold', async () => {
      const found = await refunds.checkouts.reviewItem(checkout, 'overpaid');
      return found.reason === reason && found;
    });
    expect(item).toMatchObject({ atRisk: '1500.00' });
    expect(refunds.causesOf(reference)).toEqual([]);
  });

  it('is sent without an approval up to the limit', async () => {
    const { reference, transactionReference } = await surplusOf('3500.00');
    await completed(reference, transactionReference);
    expect(refunds.causesOf(reference)).toEqual(SENT_AND_ARRIVED);
  });
});
