import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

/** What checkouts and invoices send. */
export const COLLECTION_WEBHOOKS = {
  paid: 'The amount is covered: fulfil the order. The only type that says so.',
  'partially-paid': 'A part of the amount arrived. The payer can still pay the rest.',
  overpaid: 'More than the amount arrived.',
  underpaid: 'The window ended with less than the amount. Sent once; a review item or the policy decides.',
  'topped-up': 'Money arrived that completes or raises an amount that was accepted or held before.',
  'on-hold': 'Money arrived after the end and waits for an operator. Do not fulfil yet.',
  'duplicate-payment': 'The payer paid a second time, through another transaction.',
  unexpected: 'Money arrived under a reference that Oware did not create.',
  unfulfillable: 'Money that covered the order was reversed or refunded. Do not fulfil, or take it back.',
  reversed: 'The gateway reversed the payment.',
  refunded: 'The gateway refunded the payment.',
  expired: 'The window ended without money.',
  failed: 'Every attempt failed, or the gateway never opened it.',
  cancelled: 'The merchant cancelled it before money arrived.',
  refused: 'The gateway refused to create it. No money can arrive.',
  'payment-rejected': "The gateway sent a payer's transfer back: wrong amount or wrong payer.",
  'conflicting-records': 'The gateway contradicts a final state. An operator must decide.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
