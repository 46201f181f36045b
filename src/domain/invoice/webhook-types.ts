import { COLLECTION_WEBHOOKS } from '../collection/webhook-types.js';
import type { WebhookTypes } from '../lifecycle/webhook-types.js';

export const INVOICE_WEBHOOKS = {
  ...COLLECTION_WEBHOOKS,
  due: 'The invoice expires soon and is not paid: remind the customer.',
} as const satisfies WebhookTypes;
