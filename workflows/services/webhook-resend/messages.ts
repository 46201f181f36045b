import type { MerchantWebhook } from '../../../src/domain/lifecycle/webhook.js';

/** Temporal's workflow type. */
export const RESEND_WEBHOOK = 'resendWebhook';

export interface ResendInput {
  /** As it was sent before. */
  readonly webhook: MerchantWebhook;
  /** The name of the API key that asked for it. */
  readonly by: string;
}

export type ResendResult =
  { readonly delivered: true } | { readonly delivered: false; readonly reason: string };

/** A repeat while it runs joins it. */
export function resendId(webhookId: string): string {
  return `webhook-resend:${webhookId}`;
}
