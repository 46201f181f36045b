import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { type LifecycleEvent, transactionOf } from '../../../src/domain/lifecycle/event.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { INTERNAL } from '../gateway/activity-options.js';
import { lifecycleId } from '../messages.js';
import type { Lifecycle, Subject } from './lifecycle.js';

const { findOwner, forwardEvent } = proxyActivities<Activities>(INTERNAL);

/** Visibility lags behind the search attributes that workflows set. */
const LIST_LAGS_MS = 5_000;

interface Address {
  readonly lifecycle: string;
  readonly reference: string;
}

/**
 * An event for an unknown payment reference may belong to another lifecycle: the gateway invents a payment
 * reference for an invoice. Forwards it, with everything that arrives meanwhile, to the lifecycle that set
 * the transaction as its gateway reference; false when there is none.
 */
export async function forwardToOwner<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
): Promise<boolean> {
  const { inbox, pace } = lifecycle;
  await pace.until(() => !inbox.isEmpty());
  const transactionReference = transactionOf(inbox.first());
  let owner = await ownerOf(lifecycle, transactionReference);
  if (!owner) {
    await pace.pause(Date.now() + LIST_LAGS_MS, 'Wait for visibility to catch up');
    owner = await ownerOf(lifecycle, transactionReference);
  }
  if (!owner || lifecycleId({ prefix: owner.lifecycle }, owner.reference) === workflowInfo().workflowId)
    return false;
  for (let taken = inbox.take(); taken.length > 0; taken = inbox.take()) {
    for (const event of taken) await forward(lifecycle, owner, event);
  }
  return true;
}

/** Finds the lifecycle that set this transaction as its gateway reference. */
export function ownerOf<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  { pace }: Lifecycle<Snapshot, Of>,
  transactionReference: string,
): Promise<Address | null> {
  const summary = { summary: 'Find the owner of the transaction' };
  return pace.call(() => findOwner.executeWithOptions(summary, [transactionReference]));
}

/** Forwards an event; the owner checks with the gateway itself, so it has no effect here. */
export function forward<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  { pace }: Lifecycle<Snapshot, Of>,
  to: Address,
  event: LifecycleEvent,
): Promise<void> {
  const summary = { summary: `Forward to ${to.lifecycle}:${to.reference}` };
  return pace.call(() => forwardEvent.executeWithOptions(summary, [to, event]));
}
