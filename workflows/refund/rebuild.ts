import { isSettled } from '../../src/domain/payout/state.js';
import { wantRead } from '../shared/payout/pay-out.js';
import { takeAsLost } from '../shared/payout/take-as-sent.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover, snapshotOf } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { RefundsLifecycle } from './lifecycle.js';
import type { RefundsInput } from './messages.js';
import { placeOf } from './places.js';
import { newSnapshot } from './state.js';

/**
 * Restores the refunds: from the last run, or from a lost one. A lost run may have sent each of them, and others that are not
 * known here: the gateway lists those.
 */
export async function rebuild(
  lifecycle: RefundsLifecycle,
  input: ToBeRecovered<RefundsInput>,
): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left || input.from === 'request') return;
  const { isLost, since } = left;
  const restored = snapshotOf({ ...left, terms: { reference: input.reference } }, newSnapshot);
  if (!isLost) {
    lifecycle.begin(restored);
    return;
  }
  const lost = { since: new Date(since).toISOString(), at: timestamp() };
  const refunds = lifecycle.begin({ ...restored, lost, isUnlisted: true });
  for (const { terms } of restored.refunds) {
    const place = placeOf(lifecycle, terms.refundReference);
    // what is settled is sent by no later run, and what the lost one had heard since is read until the gateway answers
    if (isSettled(place.read())) wantRead(place, { isOwed: true });
    else takeAsLost(place, since);
  }
  refunds.show();
}
