import { without } from '../../src/domain/without.js';
import { takeAsLost } from '../shared/payout/take-as-sent.js';
import { wantRead } from '../shared/payout/pay-out.js';
import { changePayout } from '../shared/payout/place.js';
import { refusedInput, type ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover, snapshotOf } from '../shared/run/rebuild.js';
import type { PartLifecycle } from './lifecycle.js';
import type { PartInput } from './messages.js';
import { createRequestPlace } from './place.js';
import { newSnapshot } from './state.js';

/**
 * Restores the part: from its last run, or from a lost one, which may have sent it. The gateway alone cannot restore a
 * part: an event for one that was never created here has no effect, and leaves the reference free.
 */
export async function rebuild(lifecycle: PartLifecycle, input: ToBeRecovered<PartInput>): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left) return;
  const { since } = left;
  const snapshot = snapshotOf(left, newSnapshot);
  if (!snapshot) {
    const reference = input.from === 'event' ? input.reference : '';
    throw refusedInput('no such part was created here', { reference });
  }
  const part = lifecycle.begin(snapshot);
  const place = createRequestPlace(lifecycle);
  // what is over is sent by no later run, and what the lost one had heard since is read until the gateway answers
  if (part.isSettled()) {
    wantRead(place, { isOwed: true });
    return;
  }
  // a person may have released them in the lost run, and it may have sent them
  part.changeRows((known) =>
    known.state === 'HELD' ? { ...without(known, 'hold'), wasReleased: true } : known,
  );
  takeAsLost(place, since);
  changePayout(place, { reads: { ...place.read().reads, isOwed: true } });
}
