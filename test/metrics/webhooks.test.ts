import { ApplicationFailure } from '@temporalio/common';
import { expect, it } from 'vitest';
import type { MerchantWebhook } from '../../src/domain/lifecycle/webhook.js';
import { ENDPOINT_DISABLED } from '../../src/domain/webhook-endpoint.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { WORKER_METRICS } from '../../src/metrics/table.js';
import { measureWebhooks } from '../../src/metrics/webhooks.js';

const happened = (secondsAgo: number) =>
  ({
    at: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
    snapshot: { lifecycle: 'checkout' },
  }) as MerchantWebhook;

it('attempts are counted by result, and the time since it happened is measured when it is delivered', async () => {
  const failures = [
    ApplicationFailure.create({ message: 'answered 503', type: 'webhook-undelivered' }),
    ApplicationFailure.create({ message: 'answered 410', type: 'webhook-undelivered', nonRetryable: true }),
    ApplicationFailure.create({ message: 'switched off', type: ENDPOINT_DISABLED, nonRetryable: true }),
  ];
  const metrics = createMetrics(WORKER_METRICS);
  const deliver = measureWebhooks(metrics, () => {
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve();
  });
  for (const expected of ['answered 503', 'answered 410', 'switched off']) {
    await expect(deliver(happened(10))).rejects.toThrow(expected);
  }
  await deliver(happened(10));
  const text = await metrics.registry.metrics();
  for (const result of ['failed', 'refused', 'disabled', 'delivered']) {
    expect(text).toContain(`oware_webhook_attempts_total{lifecycle="checkout",result="${result}"} 1`);
  }
  expect(text).toContain('oware_webhook_delivery_seconds_bucket{le="5",lifecycle="checkout"} 0');
  expect(text).toContain('oware_webhook_delivery_seconds_count{lifecycle="checkout"} 1');
});
