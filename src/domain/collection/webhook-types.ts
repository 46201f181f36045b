import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

/** What checkouts and invoices send. */
export const COLLECTION_WEBHOOKS = {
  paid: 'It became fulfillable: ship. The only type that says so.',
  'partially-paid': 'Less than the amount arrived so far; `outstanding` is the rest.',
  overpaid: 'More than the amount arrived; `surplus` is the difference.',
  underpaid: 'The window ended with less than the amount; `outstanding` is the rest.',
  'topped-up': 'More money arrived for what is fulfillable or on hold.',
  'payment-changed': 'It stays fulfillable, but by another payment, or by less: see `paid`.',
  'on-hold': 'A late payment is held for review or until it is refunded; do not ship.',
  'duplicate-payment': 'A second payment arrived through another transaction; see `duplicatePayment`.',
  unexpected: 'A payment arrived with a reference that was never requested.',
  unfulfillable: 'Money that had made it fulfillable was taken back.',
  reversed: 'The gateway reversed the payment.',
  refunded:
    'Money of a payment went back to the payer; `refund` says how much. It stays fulfillable until all of it is refunded.',
  expired: 'The window ended without money.',
  failed: 'Every attempt failed, or the gateway never opened it.',
  cancelled: 'The merchant cancelled it before money arrived.',
  refused: 'The gateway refused to create it. No money can arrive.',
  'payment-rejected': "The gateway sent a payer's transfer back: wrong amount or wrong payer.",
  'conflicting-records': 'The gateway contradicts a final state. An operator must decide.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
