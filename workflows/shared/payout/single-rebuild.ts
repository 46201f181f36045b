import type { SinglePayoutSnapshot } from '../../../src/domain/single-payout.js';
import { usedElsewhere } from '../../../src/domain/used-elsewhere.js';
import { sentBefore } from '../gateway/operation.js';
import type { LifecycleInput } from '../messages.js';
import type { ToBeRecovered } from '../run/input.js';
import { beginOrRecover } from '../run/rebuild.js';
import { timestamp } from '../run/state.js';
import type { SinglePayoutLifecycle } from './single-payout.js';
import { applySent, lastMoment, SEND_KEY, sendOperation, type SinglePayoutCalls } from './single-send.js';

const RECOVERY_KEY = 'recover';

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
  if (payout.isUnsent()) lifecycle.operations.set(sentBefore(RECOVERY_KEY, left.since, Date.now()));
  payout.show(snapshot.terms.amountKobo);
}

/**
 * Looks for what a lost run may have sent, before anything else. If it is proven absent, the payout takes all steps
 * again, the approval too; should the gateway then know the reference after all, it may be our own.
 */
export async function findLostSend<Snapshot extends SinglePayoutSnapshot, Found>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  calls: SinglePayoutCalls<Found>,
): Promise<void> {
  const lost = lifecycle.operations.get(RECOVERY_KEY);
  if (!lost) return;
  const payout = lifecycle.subject();
  const settings = await lifecycle.settings();
  const outcome = await lifecycle.run({
    ...sendOperation(lifecycle, calls, Date.now()),
    key: RECOVERY_KEY,
    isWanted: () => false,
  });
  if (outcome.kind !== 'answered') {
    const notAfter = lastMoment(payout.snapshot(), calls, settings);
    lifecycle.operations.set({ ...lost, key: SEND_KEY, phase: 'send', notAfter });
  } else if (outcome.answer.kind === 'sent') applySent(lifecycle, calls, outcome.answer);
  else {
    lifecycle.notify(payout.endUnsent('REFUSED', usedElsewhere(outcome.answer.observed)));
  }
}
