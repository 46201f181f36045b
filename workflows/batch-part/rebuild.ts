import { sentBefore } from '../shared/gateway/operation.js';
import { SEND_KEY } from '../shared/payout/prepare-and-send.js';
import { refusedInput, type ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { PartLifecycle } from './lifecycle.js';
import type { PartInput } from './messages.js';
import { newSnapshot } from './state.js';

/**
 * Restores the part: from its last run, or from a lost one, which may have sent it. The gateway alone cannot restore a
 * part: an event for one that was never created here has no effect, and leaves the reference free.
 */
export async function rebuild(lifecycle: PartLifecycle, input: ToBeRecovered<PartInput>): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left) return;
  const { terms, since } = left;
  const snapshot = left.snapshot ?? (terms && newSnapshot(terms, timestamp()));
  if (!snapshot) {
    const reference = input.from === 'event' ? input.reference : '';
    throw refusedInput('no such part was created here', { reference });
  }
  const part = lifecycle.begin(snapshot);
  if (!part.isUnsent()) return;
  // a person may have released them in the lost run, and it may have sent them
  part.changeRows((known) => (known.state === 'HELD' ? { ...known, state: 'PENDING' } : known));
  if (part.rowsIn('PENDING').length === 0) return;
  lifecycle.operations.set(sentBefore(SEND_KEY, since, Date.now()));
  if (part.snapshot().state === 'PENDING') part.transitionTo('READY', 'a lost run may have sent it');
}
