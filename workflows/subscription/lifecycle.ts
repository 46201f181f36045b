import type { SubscriptionSnapshot } from '../../src/domain/subscription/subscription.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { SubscriptionInput } from './messages.js';
import { createSubscription, newSnapshot, type Subscription } from './state.js';

export type SubscriptionLifecycle = Lifecycle<SubscriptionSnapshot, Subscription>;

export function createSubscriptionLifecycle(
  input: SubscriptionInput,
  worker: WorkerSettings,
): SubscriptionLifecycle {
  return createLifecycle(
    { prefix: 'subscription', make: createSubscription, asAsked: newSnapshot },
    input,
    worker,
  );
}
