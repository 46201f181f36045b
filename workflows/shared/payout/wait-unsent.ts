import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';

/**
 * Waits before a send, until a moment or until `isOver` holds. Nothing was sent, so there is nothing to check with the
 * gateway: callers that request a check are answered at once.
 */
export async function waitUnsent<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  { pace, checks }: Lifecycle<Snapshot, Of>,
  until: number,
  { summary, isOver }: { readonly summary: string; readonly isOver: () => boolean },
): Promise<void> {
  while (!isOver() && Date.now() < until) {
    checks.answerUnchecked();
    await pace.pause(until, summary, () => isOver() || checks.isWanted());
  }
}
