import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefunds, type Refunds } from '../../support/lifecycles/refunds.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let refunds: Refunds;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  refunds = createRefunds(world, 'refund');
});
afterAll(() => world.close());

const SENT_AND_ARRIVED = ['refund-sent', 'refund-arrived'];

describe('a refund of a checkout', () => {
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
        reason: 'sent to the gateway',
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
});
