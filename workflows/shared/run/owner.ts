import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { ERRANDS } from '../gateway/activity-options.js';
import { lifecycleId } from '../messages.js';
import type { Lifecycle, Subject } from './lifecycle.js';

const { findOwner, forwardEvent } = proxyActivities<Activities>(ERRANDS);

/** The list of stories lags a little behind what they have said of themselves. */
const LIST_LAGS_MS = 5_000;

interface Address {
  readonly lifecycle: string;
  readonly reference: string;
}

/**
 * News of a payment that nobody knows may be another story's: the gateway makes up a payment reference for an
 * invoice. Whoever has said that the transaction is theirs gets it, with all that comes meanwhile. False when
 * nobody has.
 */
export async function forwardToOwner<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
): Promise<boolean> {
  const { inbox, pace } = lifecycle;
  await pace.until(() => !inbox.isEmpty());
  const transactionReference = inbox.first()?.transactionReference ?? '';
  let owner = await ownerOf(lifecycle, transactionReference);
  if (!owner) {
    await pace.pause(Date.now() + LIST_LAGS_MS, 'Until the list is up to date');
    owner = await ownerOf(lifecycle, transactionReference);
  }
  if (!owner || lifecycleId({ prefix: owner.lifecycle }, owner.reference) === workflowInfo().workflowId)
    return false;
  for (let taken = inbox.take(); taken.length > 0; taken = inbox.take()) {
    for (const event of taken) await forward(lifecycle, owner, event);
  }
  return true;
}

/** Whoever has said that this transaction of the gateway is theirs. */
export function ownerOf<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  { pace }: Lifecycle<Snapshot, Of>,
  transactionReference: string,
): Promise<Address | null> {
  const summary = { summary: 'Whose is this payment?' };
  return pace.call(() => findOwner.executeWithOptions(summary, [transactionReference]));
}

/** Its owner asks the gateway for himself; here it has no effect. */
export function forward<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  { pace }: Lifecycle<Snapshot, Of>,
  to: Address,
  event: LifecycleEvent,
): Promise<void> {
  const summary = { summary: `Forward to ${to.lifecycle}:${to.reference}` };
  return pace.call(() => forwardEvent.executeWithOptions(summary, [to, event]));
}
