import type { Webhook } from 'oware/client';
import type { Order, Parcel } from './orders.js';

export type CheckoutWebhook = Extract<Webhook, { readonly type: `checkout.${string}` }>;

export const isAboutCheckout = (webhook: Webhook): webhook is CheckoutWebhook =>
  webhook.type.startsWith('checkout.');

export type Outcome = 'repeated' | 'noted' | 'held' | 'shipped';

/**
 * What a webhook changes in its order. Webhooks are repeated, and one that arrives late may be older than one that was
 * processed:
 *
 * - The same id twice changes nothing.
 * - Epoch and sequence say which is the newest; only the newest says whether the order may be shipped.
 * - `checkout.paid` ships, once. No other webhook does, and no page.
 */
export function fulfil(order: Order, webhook: CheckoutWebhook, parcels: Parcel[]): Outcome {
  if (order.webhookIds.includes(webhook.id)) return 'repeated';
  order.webhookIds.push(webhook.id);
  const { epoch, sequence, checkout } = webhook.data;
  const isNewest = order.newest === undefined || isLater({ epoch, sequence }, order.newest);
  if (isNewest) {
    order.newest = { epoch, sequence, fulfillable: checkout.fulfillable };
    if (ENDS_HOLD.has(webhook.type)) order.isOnHold = false;
  }
  if (order.shippedAt !== undefined) return 'noted';
  if (webhook.type === 'checkout.on-hold' && isNewest) {
    order.isOnHold = true;
    return 'held';
  }
  if (webhook.type === 'checkout.paid' && order.newest?.fulfillable) {
    order.shippedAt = new Date().toISOString();
    parcels.push({ orderId: order.id, product: order.product });
    return 'shipped';
  }
  return 'noted';
}

const ENDS_HOLD: ReadonlySet<string> = new Set<CheckoutWebhook['type']>([
  'checkout.paid',
  'checkout.review-resolved',
  'checkout.refunded',
  'checkout.reversed',
]);

interface Place {
  readonly epoch: string;
  readonly sequence: number;
}

/** Epochs are times in ISO format, which sort as text. */
const isLater = (one: Place, other: Place): boolean =>
  one.epoch === other.epoch ? one.sequence > other.sequence : one.epoch > other.epoch;
