import { COLLECTION_WEBHOOKS } from '../collection/webhook-types.js';
import type { WebhookTypes } from '../lifecycle/webhook-types.js';

export const CHECKOUT_WEBHOOKS = {
  ...COLLECTION_WEBHOOKS,
  'attempt-failed': "The payer's attempt was declined. The checkout stays open, and they can try again.",
} as const satisfies WebhookTypes;
