import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const WALLET_WEBHOOKS = {
  activity: 'Money went into or out of the wallet. The signed gateway event is the only evidence.',
  'low-balance': 'The wallet fell under the limit that is set at the gateway.',
  drift: 'The balances of the day are not explained by what went in and out. A review item has the amount.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
