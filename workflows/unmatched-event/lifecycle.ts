import type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../../src/domain/unmatched-event/unmatched-event.js';
import type { LifecycleInput } from '../shared/messages.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { UNMATCHED_EVENT } from './messages.js';
import { createUnmatchedEvent, newSnapshot, type UnmatchedEventState } from './state.js';

export type UnmatchedEventLifecycle = Lifecycle<UnmatchedEventSnapshot, UnmatchedEventState>;

export function createUnmatchedEventLifecycle(
  input: LifecycleInput<UnmatchedEventTerms, UnmatchedEventSnapshot>,
  worker: WorkerSettings,
): UnmatchedEventLifecycle {
  return createLifecycle(
    { prefix: UNMATCHED_EVENT.prefix, make: createUnmatchedEvent, asAsked: newSnapshot },
    input,
    worker,
  );
}
