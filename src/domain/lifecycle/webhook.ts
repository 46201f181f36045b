import type { LifecycleSnapshot } from './lifecycle.js';

/** A message to the merchant: what happened, in order, with the whole story in it. */
export interface MerchantWebhook {
  /** `payment.paid`, `invoice.expired`, `reserved-account.credited` */
  readonly type: string;
  readonly reference: string;
  /** Tells a repeat; `webhook-id` is made from it. */
  readonly effectKey: string;
  /** Order of notices: epoch first, then sequence. */
  readonly epoch: string;
  readonly sequence: number;
  readonly at: string;
  readonly snapshot: LifecycleSnapshot;
  /** What the notice is about, where that is one thing among many of the story: a credit, a rejection. */
  readonly about?: Readonly<Record<string, unknown>>;
}

export function inWords(state: string): string {
  return state.toLowerCase().replaceAll('_', '-');
}
