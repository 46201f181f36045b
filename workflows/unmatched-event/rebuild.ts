import type { LifecycleInput } from '../shared/messages.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover, snapshotOf } from '../shared/run/rebuild.js';
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
  const { reference } = input;
  lifecycle.begin(
    snapshotOf({ ...left, terms: { reference } }, (day, at) => newCollector(day.reference, at)),
  );
  lifecycle.subject().show();
}
