import type { SinglePayoutSnapshot } from '../../../src/domain/payout/single-payout.js';
import type { LifecycleInput } from '../messages.js';
import type { ToBeRecovered } from '../run/input.js';
import { beginOrRecover, snapshotOf } from '../run/rebuild.js';
import type { PayoutPlace } from './place.js';
import type { SinglePayoutLifecycle } from './single-payout.js';
import { isSettled } from '../../../src/domain/payout/state.js';
import { wantRead } from './pay-out.js';
import { takeAsLost } from './take-as-sent.js';

export interface RebuildOptions<Snapshot extends SinglePayoutSnapshot> {
  readonly newSnapshot: (terms: Snapshot['terms'], at: string) => Snapshot;
  readonly createPlace: () => PayoutPlace;
  /** Where no run is left: an event reported it. */
  readonly fromGateway?: (reference: string) => Promise<void>;
}

/** Restores the payout from its last run or from a lost one, which may have sent it. */
export async function rebuildPayout<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  input: ToBeRecovered<LifecycleInput<Snapshot['terms'], Snapshot>>,
  { newSnapshot, createPlace, fromGateway }: RebuildOptions<Snapshot>,
): Promise<void> {
  const left = await beginOrRecover<Snapshot['terms'], Snapshot, ReturnType<typeof lifecycle.subject>>(
    lifecycle,
    input,
  );
  if (!left) return;
  const snapshot = snapshotOf(left, newSnapshot);
  if (snapshot) {
    lifecycle.begin(snapshot);
    // what is settled is sent by no later run, and what the lost one had heard since is read until the gateway answers
    if (isSettled(snapshot)) wantRead(createPlace(), { isOwed: true });
    else takeAsLost(createPlace(), left.since);
  } else if (input.from === 'event') await fromGateway?.(input.reference);
  const { show, snapshot: now } = lifecycle.subject();
  show(now().terms.amountKobo);
}
