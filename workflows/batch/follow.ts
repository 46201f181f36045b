import { isBatchEnded } from '../../src/domain/batch/batch.js';
import { isPartEnded, type PartReport } from '../../src/domain/batch/batch-part.js';
import { isOver, type Turn } from '../shared/run/run-until-closed.js';
import type { BatchLifecycle } from './lifecycle.js';
import { hasToSignal } from './parts.js';
import { showState } from './show-state.js';

/** Has the parts sent, one after the other where each needs an OTP, and waits until all of them have ended. */
export async function followParts(lifecycle: BatchLifecycle): Promise<void> {
  const batch = lifecycle.subject();
  const { inbox, checks, pace } = lifecycle;
  const atEnd: Turn = {
    dueAt: () => undefined,
    summary: () => '',
    isDone: () => isBatchEnded(batch.snapshot().state) && !hasToSignal(lifecycle),
  };
  if (inbox.isEmpty() && isOver(lifecycle, atEnd)) return;
  // webhooks wait for them
  await lifecycle.settings();
  for (;;) {
    // the parts check with the gateway
    checks.answerUnchecked();
    await orderParts(lifecycle);
    showState(lifecycle);
    if (isOver(lifecycle, atEnd)) return;
    const { ending, parts } = batch.snapshot();
    const hasChanged = () => batch.snapshot().ending !== ending || batch.snapshot().parts !== parts;
    const isWoken = () => hasChanged() || checks.isWanted() || isOver(lifecycle, atEnd);
    await pace.pause(undefined, 'Wait for the parts', isWoken);
  }
}

/**
 * The first part goes alone: the gateway's reply shows whether it wants an OTP. Without one the others follow together;
 * with one, each follows when the part before it was authorised or has ended.
 */
async function orderParts(lifecycle: BatchLifecycle): Promise<void> {
  const batch = lifecycle.subject();
  const { sendingSince, ending, ordered = [], wantsOtp } = batch.snapshot();
  if (sendingSince === undefined || ending) return;
  const waiting = batch.numbers().filter((part) => !ordered.includes(part));
  if (waiting.length === 0 || !ordered.every((part) => isAuthorised(batch.reportOf(part)))) return;
  const { payoutOtp } = await lifecycle.settings();
  const isOneByOne = ordered.length === 0 || payoutOtp || wantsOtp === true;
  batch.change({ ordered: [...ordered, ...(isOneByOne ? waiting.slice(0, 1) : waiting)] });
}

/** It was sent and waits for no OTP, or has ended. */
function isAuthorised(report: PartReport | undefined): boolean {
  if (!report) return false;
  return isPartEnded(report.state) || (report.isSent && report.state !== 'PENDING_AUTHORIZATION');
}
