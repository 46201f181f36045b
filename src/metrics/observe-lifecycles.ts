import type { LifecycleObserver } from '../domain/lifecycle/observer.js';
import type { WorkerMetrics } from './metrics.js';

export function observeLifecycles(metrics: WorkerMetrics): LifecycleObserver {
  return {
    transition: (lifecycle, state, confirmedMs) => {
      metrics.transitions.inc({ lifecycle, state });
      if (confirmedMs !== null) metrics.timeToConfirm.observe({ lifecycle }, confirmedMs / 1_000);
    },
    repeatedEvent: (lifecycle) => metrics.repeatedEvents.inc({ lifecycle }),
  };
}
