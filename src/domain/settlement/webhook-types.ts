import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const SETTLEMENT_WEBHOOKS = {
  completed: 'The payments of the settlement sum to its total, to the kobo.',
  changed:
    'The listing has grown since the settlement was proven, and its new sums are proven: book the difference.',
  unproven:
    'The payments do not sum to the total, or the gateway does not list the settlement. A review item has the details.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
