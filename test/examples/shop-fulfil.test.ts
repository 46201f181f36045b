import { describe, expect, it } from 'vitest';
import { type CheckoutWebhook, fulfil } from '../../examples/shop/fulfil.js';
import type { Order, Parcel } from '../../examples/shop/orders.js';

type Given = readonly [type: CheckoutWebhook['type'], sequence: number, fulfillable: boolean, epoch?: string];

const FIRST_EPOCH = '2026-01-15T09:00:00.000Z';
const NEXT_EPOCH = '2026-01-15T10:00:00.000Z';

/** An order with its outcomes, after these webhooks have arrived in this order. */
function after(...webhooks: readonly Given[]) {
  const order: Order = {
    id: 'order-1',
    product: 'Oware board',
    price: '18500.00',
    customer: { name: 'Ada Obi', email: 'ada@example.com' },
    isOnHold: false,
    webhookIds: [],
  };
  const parcels: Parcel[] = [];
  const outcomes = webhooks.map(([type, sequence, fulfillable, epoch = FIRST_EPOCH]) => {
    const data = { reference: order.id, epoch, sequence, checkout: { fulfillable } };
    return fulfil(order, { id: `${epoch}/${sequence}`, type, data } as CheckoutWebhook, parcels);
  });
  return { outcomes, isOnHold: order.isOnHold, parcels: parcels.length };
}

describe('an order of the shop to copy', () => {
  it('ships once, though its webhook arrives twice', () => {
    const paid = ['checkout.paid', 1, true] as const;
    expect(after(paid, paid)).toMatchObject({ outcomes: ['shipped', 'repeated'], parcels: 1 });
  });

  it('ships on no other webhook, also when that one says that it may be shipped', () => {
    expect(after(['checkout.overpaid', 1, true])).toMatchObject({ outcomes: ['noted'], parcels: 0 });
  });

  it('ships when its webhook arrives after a newer one that agrees', () => {
    expect(after(['checkout.topped-up', 2, true], ['checkout.paid', 1, true]).parcels).toBe(1);
  });

  it('does not ship when the payment was taken back before its webhook arrived', () => {
    expect(after(['checkout.unfulfillable', 2, false], ['checkout.paid', 1, true]).parcels).toBe(0);
  });

  it('counts sequences from 1 again in a newer epoch', () => {
    const takenBack = ['checkout.unfulfillable', 1, false, NEXT_EPOCH] as const;
    expect(after(takenBack, ['checkout.paid', 7, true]).parcels).toBe(0);
  });

  it('is held while a late payment is under review, and ships once it is accepted', () => {
    const late = ['checkout.on-hold', 1, false] as const;
    expect(after(late)).toEqual({ outcomes: ['held'], isOnHold: true, parcels: 0 });
    expect(after(late, ['checkout.paid', 2, true])).toMatchObject({ isOnHold: false, parcels: 1 });
    expect(after(late, ['checkout.refunded', 2, false])).toMatchObject({ isOnHold: false, parcels: 0 });
  });

  it('is not held by a webhook that is older than its payment', () => {
    expect(after(['checkout.paid', 2, true], ['checkout.on-hold', 1, false])).toMatchObject({
      isOnHold: false,
      parcels: 1,
    });
  });

  it('ships once, though the payment was taken back and another one arrived', () => {
    const webhooks = [
      ['checkout.paid', 1, true],
      ['checkout.unfulfillable', 2, false],
      ['checkout.paid', 3, true],
    ] as const;
    expect(after(...webhooks).parcels).toBe(1);
  });
});
