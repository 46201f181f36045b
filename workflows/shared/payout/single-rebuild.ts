import type { Settings } from '../../../src/config/settings.js';
import type { SinglePayoutSnapshot } from '../../../src/domain/single-payout.js';
import type { LifecycleInput } from '../messages.js';
import type { ToBeRecovered } from '../run/input.js';
import { beginOrRecover } from '../run/rebuild.js';
import { timestamp } from '../run/state.js';
import { findLostSend, markLost } from './prepare-and-send.js';
import type { SinglePayoutLifecycle } from './single-payout.js';
import { applyOutcome, lastMoment, sendOperation, type SinglePayoutCalls } from './single-send.js';

/** Restores the payout from its last run or from a lost one, which may have sent it. */
export async function rebuildPayout<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  input: ToBeRecovered<LifecycleInput<Snapshot['terms'], Snapshot>>,
  newSnapshot: (terms: Snapshot['terms'], at: string) => Snapshot,
): Promise<void> {
  const left = await beginOrRecover<Snapshot['terms'], Snapshot, ReturnType<typeof lifecycle.subject>>(
    lifecycle,
    input,
  );
  const snapshot = left && (left.snapshot ?? (left.terms && newSnapshot(left.terms, timestamp())));
  if (!left || !snapshot) return;
  const payout = lifecycle.begin(snapshot);
  if (payout.isUnsent()) markLost(lifecycle, left.since);
  payout.show(snapshot.terms.amountKobo);
}

/** Looks for what a lost run may have sent. */
export function findLostPayout<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  calls: SinglePayoutCalls<Found>,
): Promise<void> {
  const notAfter = (settings: Settings) => lastMoment(lifecycle.subject().snapshot(), calls, settings);
  return findLostSend(lifecycle, {
    notAfter,
    operation: (settings) => sendOperation(lifecycle, calls, notAfter(settings)),
    apply: (outcome) => applyOutcome(lifecycle, calls, outcome),
  });
}
