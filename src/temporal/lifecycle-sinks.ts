import type { InjectedSinks } from '@temporalio/worker';
import type { LifecycleObserver, LifecycleSinks } from '../domain/lifecycle/observer.js';

/** Passes on what workflows report; not while they are replayed. */
export function lifecycleSinks(observer?: LifecycleObserver): InjectedSinks<LifecycleSinks> {
  return {
    observer: {
      transition: { fn: (_info, ...given) => observer?.transition(...given) },
      repeatedEvent: { fn: (_info, ...given) => observer?.repeatedEvent(...given) },
    },
  };
}
