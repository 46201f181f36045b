import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const RESERVED_ACCOUNT_WEBHOOKS = {
  credited: 'Money arrived on the account.',
  'credited-after-end': 'Money arrived after the account was deallocated.',
  'credit-changed':
    'The amount of a reported credit changed, also after it went back; `credit` has the amount now and `previousAmount`.',
  'credit-reversed': 'The gateway took all money of a reported credit back, other than by our refunds.',
  refunded: 'Money of a credit went back to the payer; `refund` says how much.',
  'payment-rejected': "The gateway sent a payer's transfer back: source not allowed, or over the limit.",
  deallocated: 'The gateway took the account numbers back.',
  refused: 'The gateway refused to reserve the account.',
  failed: 'The account could not be reserved.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
