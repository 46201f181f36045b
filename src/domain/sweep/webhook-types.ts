import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const SWEEP_WEBHOOKS = {
  completed:
    "A day was compared with the gateway's records; the report is in it. `state` says whether differences are left.",
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
