import type { Resolution } from '../domain/lifecycle/review.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { ClosedError, RefusedError } from './errors.js';

/** States after a cancel. */
const CANCELLED: readonly string[] = ['CANCELLED', 'DEALLOCATED'];

/** A repeated cancel gets the same answer, also when the run has closed since. */
export async function cancelledOrClosed<Snapshot extends LifecycleSnapshot>(
  sent: Promise<LifecycleSnapshot>,
): Promise<Snapshot> {
  return sent.catch((error: unknown) => {
    if (error instanceof ClosedError && CANCELLED.includes(error.snapshot.state)) return error.snapshot;
    throw error;
  }) as Promise<Snapshot>;
}

/**
 * A run may close when its last review item is resolved, so a repeat usually finds it closed and gets the same answer.
 * A closed run has no items left: any other decision is refused like one on an item that does not exist.
 */
export async function resolvedOrClosed<Snapshot extends LifecycleSnapshot>(
  sent: Promise<LifecycleSnapshot>,
  key: string,
  { decision, reason }: Resolution,
): Promise<Snapshot> {
  return sent.catch((error: unknown) => {
    if (!(error instanceof ClosedError)) throw error;
    const { snapshot } = error;
    const isDone = snapshot.resolved?.some(
      (each) => each.key === key && each.decision === decision && each.reason === reason,
    );
    if (isDone) return snapshot;
    throw new RefusedError('nothing-to-resolve', `Review item ${key} does not exist or is already resolved.`);
  }) as Promise<Snapshot>;
}
