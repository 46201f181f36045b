import { expect, it } from 'vitest';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { confirmedMs } from '../../src/domain/lifecycle/observer.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { observeLifecycles } from '../../src/metrics/observe-lifecycles.js';
import { WORKER_METRICS } from '../../src/metrics/table.js';

const CREATED = '2026-03-01T10:00:00.000Z';
const checkout = {
  ...beginning('PENDING', 'created', CREATED),
  lifecycle: 'checkout',
  terms: { reference: 'order-1' },
};

it('a payment is confirmed by the first state that proves its money, and only once', () => {
  const paid = { to: 'PAID', at: '2026-03-01T10:01:30.000Z', reason: 'record' };
  expect(confirmedMs(checkout, paid)).toBe(90_000);
  const after = { ...checkout, transitions: [...checkout.transitions, paid] };
  expect(confirmedMs(after, { to: 'OVERPAID', at: '2026-03-01T10:02:00.000Z' })).toBeNull();
  expect(confirmedMs(checkout, { to: 'EXPIRED', at: '2026-03-01T10:40:00.000Z' })).toBeNull();
});

it('transitions are counted by lifecycle and state, and confirmations measured in seconds', async () => {
  const metrics = createMetrics(WORKER_METRICS);
  const observer = observeLifecycles(metrics);
  observer.transition('checkout', 'PAID', 90_000);
  observer.transition('checkout', 'EXPIRED', null);
  observer.repeatedEvent('checkout');
  const text = await metrics.registry.metrics();
  expect(text).toContain('oware_time_to_confirm_seconds_sum{lifecycle="checkout"} 90');
  expect(text).toContain('oware_time_to_confirm_seconds_count{lifecycle="checkout"} 1');
  expect(text).toContain('oware_transitions_total{lifecycle="checkout",state="EXPIRED"} 1');
  expect(text).toContain('oware_repeated_events_total{lifecycle="checkout"} 1');
});
