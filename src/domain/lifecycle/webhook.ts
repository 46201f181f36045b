import type { LifecycleSnapshot } from './lifecycle.js';

/** A webhook to the merchant: what happened, in order, with the whole snapshot. */
export interface MerchantWebhook {
  /** `checkout.paid`, `invoice.expired`, `reserved-account.credited` */
  readonly type: string;
  readonly reference: string;
  /** Recognises a repeat; `webhook-id` is derived from it. */
  readonly effectKey: string;
  /** Order of webhooks: epoch first, then sequence. */
  readonly epoch: string;
  readonly sequence: number;
  readonly at: string;
  readonly snapshot: LifecycleSnapshot;
  /** What the webhook is about, where the lifecycle has many of them: a credit, a rejection. */
  readonly about?: Readonly<Record<string, unknown>>;
}

export function inWords(state: string): string {
  return state.toLowerCase().replaceAll('_', '-');
}
