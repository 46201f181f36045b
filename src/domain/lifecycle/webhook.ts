import { type LifecycleSnapshot, orderingEpoch } from './lifecycle.js';

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

/** A webhook that waits to be sent, without what it shares with the others of its lifecycle. */
export interface PostedWebhook extends Omit<
  MerchantWebhook,
  'snapshot' | 'reference' | 'epoch' | 'effectKey'
> {
  /** Identifies what happened, within the lifecycle. */
  readonly effect: string;
  /** Its place among the webhooks, where a run that was lost had posted it: whatever that run sent later is newer. */
  readonly epoch?: string;
}

/** The whole webhook; it carries the snapshot at the time of sending. */
export function completeWebhook(
  { effect, ...webhook }: PostedWebhook,
  snapshot: LifecycleSnapshot,
): MerchantWebhook {
  const { reference } = snapshot.terms;
  const { epoch = orderingEpoch(snapshot) } = webhook;
  return { ...webhook, effectKey: `${reference}:${effect}`, reference, epoch, snapshot };
}

/** A webhook as the merchant receives it: the body, and the id that is sent as `webhook-id`. */
export interface WebhookMessage {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function inWords(state: string): string {
  return state.toLowerCase().replaceAll('_', '-');
}
