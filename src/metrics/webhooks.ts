import { ENDPOINT_DISABLED } from '../domain/webhook-endpoint.js';
import type { MerchantWebhook } from '../domain/lifecycle/webhook.js';
import type { WorkerMetrics } from './metrics.js';

type Deliver = (webhook: MerchantWebhook) => Promise<void>;

/** Counts the attempts to deliver webhooks, and measures how long the delivered ones took. */
export function measureWebhooks(metrics: WorkerMetrics, deliver: Deliver): Deliver {
  return async (webhook) => {
    const { lifecycle } = webhook.snapshot;
    try {
      await deliver(webhook);
    } catch (error) {
      metrics.webhookAttempts.inc({ lifecycle, result: resultOf(error) });
      throw error;
    }
    metrics.webhookAttempts.inc({ lifecycle, result: 'delivered' });
    metrics.webhookDelivery.observe({ lifecycle }, Math.max(0, Date.now() - Date.parse(webhook.at)) / 1_000);
  };
}

function resultOf(error: unknown): 'failed' | 'refused' | 'disabled' {
  const { type, nonRetryable } = error as { readonly type?: unknown; readonly nonRetryable?: unknown };
  if (type === ENDPOINT_DISABLED) return 'disabled';
  return nonRetryable === true ? 'refused' : 'failed';
}
