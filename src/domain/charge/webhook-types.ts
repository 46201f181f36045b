import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const CHARGE_WEBHOOKS = {
  paid: 'The card was charged: ship. The only type that says so.',
  failed:
    'The card was declined, or the gateway has no charge a day after it may have been sent. Charge again only when `safeToChargeAgain` is true.',
  'outcome-unknown':
    'It was sent, and the gateway has not said for minutes whether it has it. Do not charge again: Oware finds out.',
  'safe-to-charge-again':
    'That nothing was charged was confirmed by a second read: the merchant can charge again.',
  refused:
    'Nothing was charged: the gateway refused it, or it has no card. With `tokenRefused` the token is invalid or has expired.',
  expired:
    'It could not be sent in time, or the gateway ended it. Charge again only when `safeToChargeAgain` is true.',
  cancelled: 'The merchant cancelled it before it was sent.',
  overpaid: 'The gateway charged more than the amount; `surplus` is the difference.',
  underpaid: 'The gateway charged less than the amount; `outstanding` is the rest.',
  'partially-paid': 'The gateway charged less than the amount so far.',
  'topped-up': 'More money arrived for what is fulfillable or on hold.',
  'payment-changed': 'It stays fulfillable, but by another payment, or by less: see `paid`.',
  'on-hold': 'Money arrived after it had ended and is held for review; do not ship.',
  'duplicate-payment': 'The card was charged a second time; see `duplicatePayment`.',
  unexpected: 'A charge arrived with a reference that was never requested.',
  unfulfillable: 'Money that had made it fulfillable was taken back.',
  reversed: 'The gateway reversed the charge.',
  refunded:
    'Money of the charge went back to the customer; `refund` says how much. It stays fulfillable until all of it is refunded.',
  'conflicting-records':
    'The gateway contradicts a final state, or what made it safe to charge again. Do not charge again before it is resolved.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
