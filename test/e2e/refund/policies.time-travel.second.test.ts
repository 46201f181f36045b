import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { createInvoices } from '../../support/lifecycles/invoices.js';
import { createRefunds, type Refunds } from '../../support/lifecycles/refunds.js';
import { resolveItem } from '../../support/lifecycles/review-items.js';
import { AS_APPROVER } from '../../support/lifecycles/transfers.js';
import { waitUntil } from '../../support/wait-until.js';
import { createReservedAccounts } from '../../support/lifecycles/reserved-accounts.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let refunds: Refunds;
beforeAll(async () => {
  world = await createTimeTravelWorld({
    settings: {
      recheckScheduleMs: [100, 200, 1_000],
      policies: {
        underpaid: { action: 'hold' },
        overpaid: { action: 'refund', upToKobo: kobo(1_000_00) },
        late: { action: 'refund' },
        duplicate: { action: 'refund' },
      },
    },
  });
  refunds = createRefunds(world, 'refund-policy');
  await world.setSwitches({ latePayment: 'ACCEPTED' });
});
afterAll(() => world.close());

const SENT_AND_ARRIVED = ['refund-sent', 'refund-arrived'];

describe('the policy to refund', () => {
  it('a surplus returns it once; the checkout stays fulfillable', async () => {
    const { reference, account, transactionReference } = await refunds.checkouts.openWithAccount();
    await world.pay(account, '3000.00');
    const overpaid = await world.merchant.receives(reference, 'checkout.overpaid');
    const back = `${reference}--r1`;
    expect(overpaid.data.checkout).toMatchObject({
      fulfillable: true,
      surplus: { amount: '500.00' },
      reviewItems: [
        {
          kind: 'overpaid',
          reason: `paid more than the amount asked; refund ${back} was requested`,
          atRisk: '500.00',
        },
      ],
    });
    await refunds.becomes(back, 'PENDING', transactionReference);
    // what may have gone back is not accepted
    const accepted = { decision: 'accept', reason: 'the customer keeps it' };
    const item = { path: `/v1/checkouts/${reference}`, key: 'overpaid' };
    expect(await resolveItem(world, item, accepted)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`refund ${back} of this money is under way`) as string },
    });
    await world.pass(MINUTE);
    await world.merchant.receives(reference, 'checkout.refunded');
    await world.pass(3 * MINUTE);
    await refunds.checkouts.closed(reference);
    const checkout = await refunds.checkouts.read(reference);
    expect(checkout).toMatchObject({ state: 'OVERPAID', fulfillable: true, refunded: { amount: '500.00' } });
    expect(checkout).not.toHaveProperty('reviewItems');
    expect(checkout).not.toHaveProperty('surplus');
    expect(refunds.causesOf(back)).toEqual(SENT_AND_ARRIVED);
    expect(refunds.paidBack(back)).toBe(50_000);
    expect(await refunds.read(back)).toMatchObject({
      status: 200,
      body: { byPolicy: true, refundReason: `overpaid ${reference}` },
    });
    expect(world.merchant.typesOf(reference)).toEqual([
      'checkout.paid',
      'checkout.overpaid',
      'checkout.refunded',
    ]);
  });

  it('a surplus above the cap holds it', async () => {
    const { reference, account } = await refunds.checkouts.openWithAccount();
    await world.pay(account, '3500.01');
    expect(await refunds.checkouts.reviewItem(reference, 'overpaid')).toMatchObject({
      reason: 'paid more than the amount asked',
      atRisk: '1000.01',
    });
    expect(refunds.causesOf(`${reference}--r1`)).toEqual([]);
  });

  it.each([
    ['below the minimum of a refund', '2599.99', undefined],
    ['from several accounts', '1600.00', { bankCode: '044', accountNumber: '0100000002' }],
  ])('a surplus %s holds it', async (_what, amount, second) => {
    const { reference, account } = await refunds.checkouts.openWithAccount();
    await world.pay(account, amount);
    if (second) await world.pay(account, '1600.00', second);
    expect(await refunds.checkouts.reviewItem(reference, 'overpaid')).toMatchObject({
      reason: 'paid more than the amount asked',
    });
    expect(refunds.causesOf(`${reference}--r1`)).toEqual([]);
  });

  it('what the gateway then refuses stays held, with its reason', async () => {
    const { reference, account, transactionReference } = await refunds.checkouts.openWithAccount();
    const back = `${reference}--r1`;
    const fault = { kind: 'refusal', code: 'R2', message: 'Not permitted' };
    await world.planFault({ on: 'call', endpoint: 'initiateRefund', reference: back, when: 'before', fault });
    await world.pay(account, '3000.00');
    await world.merchant.receives(transactionReference, 'refund.refused');
    await refunds.becomes(back, 'REFUSED', transactionReference);
    await world.pass(10_000);
    expect(await refunds.checkouts.reviewItem(reference, 'overpaid')).toMatchObject({
      reason: `refund ${back} is REFUSED: refused with code R2: Not permitted`,
      atRisk: '500.00',
    });
    expect(refunds.causesOf(back)).toEqual([]);
  });

  it('late money returns all of it, and the checkout is never fulfillable', async () => {
    const { reference, account } = await refunds.checkouts.openWithAccount();
    await refunds.checkouts.cancel(reference);
    await refunds.checkouts.closed(reference);
    await world.pay(account, '1000.00');
    await world.merchant.receives(reference, 'checkout.on-hold');
    await world.pass(MINUTE);
    await world.merchant.receives(reference, 'checkout.refunded');
    await world.pass(3 * MINUTE);
    await refunds.checkouts.closed(reference);
    expect(await refunds.checkouts.read(reference)).toMatchObject({ state: 'REFUNDED', fulfillable: false });
    expect(world.merchant.typesOf(reference)).toEqual([
      'checkout.cancelled',
      'checkout.on-hold',
      'checkout.refunded',
    ]);
    expect(refunds.paidBack(`${reference}--r1`)).toBe(100_000);
    // money that arrives on it afterwards is late as well: the same policy returns it
    await world.pay(account, '1500.00');
    const again = await refunds.checkouts.reviewItem(reference, 'paid-late');
    expect(again.reason).toContain('₦1,500.00 arrived on');
    expect(again.reason).toContain(`refund ${reference}--r2 was requested`);
  });

  it('late money returns it also where its refund was lost, once a person looks at the money', async () => {
    const { reference, account, transactionReference } = await refunds.checkouts.openWithAccount();
    await refunds.checkouts.cancel(reference);
    await refunds.checkouts.closed(reference);
    await world.call('POST', '/v1/pauses', { queue: 'payouts', reason: 'an incident' }, AS_APPROVER);
    await world.pay(account, '1000.00');
    const back = `${reference}--r1`;
    await refunds.becomes(back, 'PAUSED', transactionReference);
    await world.handle(refunds.id(transactionReference)).terminate();
    await world.call('DELETE', '/v1/pauses/payouts', undefined, AS_APPROVER);
    const accept = () =>
      resolveItem(
        world,
        { path: `/v1/checkouts/${reference}`, key: 'paid-late' },
        { decision: 'accept', reason: 'the customer keeps it' },
      );
    await waitUntil('the refund, asked for again', async () => {
      expect(await accept()).toMatchObject({ status: 409 });
      return (await refunds.read(back, transactionReference)).status === 200;
    });
    await refunds.release(back, transactionReference);
    await waitUntil('the send', () => refunds.causesOf(back).length > 0);
    await world.pass(MINUTE);
    await refunds.becomes(back, 'COMPLETED', transactionReference);
    expect(refunds.paidBack(back)).toBe(100_000);
    expect(world.merchant.typesOf(reference)).not.toContain('checkout.paid');
  });

  it('a duplicate payment returns it; the checkout stays fulfillable', async () => {
    const { reference, duplicate } = await refunds.paidWithDuplicate('2500.00', '1000.00');
    const back = `${reference}--r1`;
    await refunds.becomes(back, 'PENDING', duplicate);
    await world.pass(MINUTE);
    await world.merchant.receives(reference, 'checkout.refunded');
    await world.pass(3 * MINUTE);
    await refunds.checkouts.closed(reference);
    const checkout = await refunds.checkouts.read(reference);
    expect(checkout).toMatchObject({ state: 'PAID', fulfillable: true, refunded: { amount: '1000.00' } });
    expect(checkout).not.toHaveProperty('duplicatePayment');
    expect(checkout).not.toHaveProperty('reviewItems');
    expect(refunds.causesOf(back)).toEqual(SENT_AND_ARRIVED);
  });

  it('a late credit of a reserved account returns it', async () => {
    const accounts = createReservedAccounts(world);
    const reference = refunds.newReference();
    const number = await accounts.open(reference);
    await world.dropEvent(reference);
    // by the gateway's time it is paid after the end
    await world.runAhead(MINUTE);
    const { transactionReference } = await accounts.pay(number, '1200.00');
    await accounts.deallocate(reference);
    await accounts.closed(reference);
    await world.replayEventOf(transactionReference);
    await accounts.receives(reference, 1, 'reserved-account.credited-after-end');
    await refunds.becomes(`${reference}--r1`, 'PENDING', transactionReference);
    await world.pass(MINUTE);
    const [webhook] = await accounts.receives(reference, 1, 'reserved-account.refunded');
    expect(webhook?.data).toMatchObject({ refund: { amount: '1200.00', transactionReference } });
    await world.pass(3 * MINUTE);
    await accounts.closed(reference);
    expect(await accounts.credits(reference)).toMatchObject({ credits: [{ refunded: '1200.00' }] });
    expect(refunds.paidBack(`${reference}--r1`)).toBe(120_000);
  });
});

describe('a refund of an invoice', () => {
  it('is found by its transaction, and in full makes it unfulfillable', async () => {
    await world.backToNow();
    const invoices = createInvoices(world);
    const reference = refunds.newReference();
    const { account, transactionReference } = await invoices.open(reference);
    await world.pay(account, '15000.00');
    await world.merchant.receives(reference, 'invoice.paid');
    const back = refunds.newReference();
    // the request names no invoice: its owner is found by the transaction
    await refunds.ofTransaction(transactionReference, back, { amount: '5000.00' });
    const rest = refunds.newReference();
    const terms = refunds.terms(rest, { amount: '10000.00' });
    const { status } = await world.call('POST', `/v1/invoices/${reference}/refunds`, terms);
    expect(status).toBe(201);
    await world.pass(MINUTE);
    await world.merchant.receives(reference, 'invoice.unfulfillable');
    expect(await invoices.read(reference)).toMatchObject({
      state: 'REFUNDED',
      fulfillable: false,
      refunded: { amount: '15000.00' },
    });
    const { body } = await world.call('GET', `/v1/invoices/${reference}/refunds`);
    expect(body.refunds).toMatchObject([
      { reference: back, state: 'COMPLETED', owner: { lifecycle: 'invoice', reference } },
      { reference: rest, state: 'COMPLETED' },
    ]);
    expect([back, rest].map(refunds.paidBack)).toEqual([500_000, 1_000_000]);
  });
});
