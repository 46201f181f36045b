import type { WebhookTypes } from '../lifecycle/webhook-types.js';
import { singlePayoutWebhooks } from '../payout/single-payout-webhooks.js';

export const BILL_WEBHOOKS = {
  ...singlePayoutWebhooks('bill'),
  success: 'The biller delivered what was bought.',
  failed: 'The gateway reports that it failed. Pay again only when `safeToPayAgain` is true.',
} as const satisfies WebhookTypes;
