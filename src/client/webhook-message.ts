import { createHash } from 'node:crypto';
import type { MerchantWebhook, WebhookMessage } from '../domain/lifecycle/webhook.js';
import { toWebhookView } from './kinds.js';

/** A webhook as the merchant receives it. Its id derives from the effect, so that the merchant recognises every repeat. */
export function toWebhookMessage(webhook: MerchantWebhook): WebhookMessage {
  const { type, at, epoch, sequence, reference, snapshot, about } = webhook;
  return {
    id: webhookId(webhook),
    type,
    timestamp: at,
    data: { reference, epoch, sequence, ...about, ...toWebhookView(snapshot) },
  };
}

export function webhookId({ effectKey, type }: Pick<MerchantWebhook, 'effectKey' | 'type'>): string {
  return `msg_${createHash('sha256').update(`${type}\n${effectKey}`).digest('hex').slice(0, 32)}`;
}
