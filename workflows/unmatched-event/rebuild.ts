import type { LifecycleInput } from '../shared/messages.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../../src/domain/unmatched-event/unmatched-event.js';
import type { UnmatchedEventLifecycle } from './lifecycle.js';
import { newCollector } from './state.js';

/** Restores the collected events of a day from its last run, or begins to collect. */
export async function rebuild(
  lifecycle: UnmatchedEventLifecycle,
  input: ToBeRecovered<LifecycleInput<UnmatchedEventTerms, UnmatchedEventSnapshot>>,
): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left || input.from === 'request') return;
  lifecycle.begin(left.snapshot ?? newCollector(input.reference, timestamp()));
  lifecycle.subject().show();
}
