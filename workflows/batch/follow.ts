import { type BatchState, isBatchEnded } from '../../src/domain/batch/batch.js';
import { isPartEnded, type PartReport } from '../../src/domain/batch/batch-part.js';
import { isOver, type Turn } from '../shared/run/run-until-closed.js';
import type { BatchLifecycle } from './lifecycle.js';
import { hasOrders, takeReports } from './parts.js';

/** Has the parts sent, one after the other where each needs an OTP, and waits until all of them have ended. */
export async function followParts(lifecycle: BatchLifecycle): Promise<void> {
  const batch = lifecycle.subject();
  const { inbox, checks, pace } = lifecycle;
  const atEnd: Turn = {
    dueAt: () => undefined,
    summary: () => '',
    isDone: () => isBatchEnded(batch.snapshot().state) && !hasOrders(lifecycle),
  };
  if (inbox.isEmpty() && isOver(lifecycle, atEnd)) return;
  // webhooks wait for them
  await lifecycle.settings();
  for (;;) {
    takeReports(lifecycle);
    // the parts check with the gateway
    checks.answerUnchecked();
    await orderParts(lifecycle);
    showState(lifecycle);
    if (isOver(lifecycle, atEnd)) return;
    const { ending } = batch.snapshot();
    const isWoken = () =>
      !inbox.isEmpty() || checks.isWanted() || batch.snapshot().ending !== ending || isOver(lifecycle, atEnd);
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

/** States of parts that the batch shows as its own, the most pressing first. */
const SHOWN = ['PENDING_AUTHORIZATION', 'WAITING_FOR_FUNDS', 'PAUSED'] as const;

function showState(lifecycle: BatchLifecycle): void {
  const batch = lifecycle.subject();
  const { state, sendingSince, ending } = batch.snapshot();
  const end = endOf(lifecycle);
  if (end) {
    if (!isBatchEnded(state) || (state !== 'COMPLETED' && end.to === 'COMPLETED')) {
      batch.enter(end.to, end.reason).forEach(lifecycle.notify);
    }
    return;
  }
  if (sendingSince === undefined || isBatchEnded(state) || ending) return;
  const parts = batch.snapshot().parts.filter(({ part }) => batch.snapshot().ordered?.includes(part));
  const shown = SHOWN.find((each) => parts.some((part) => part.state === each));
  batch.enter(shown ?? 'IN_PROGRESS', reasonOf(shown, parts)).forEach(lifecycle.notify);
}

function reasonOf(shown: string | undefined, parts: readonly PartReport[]): string {
  if (shown === undefined) return 'its parts are being sent';
  const numbers = parts.filter(({ state }) => state === shown).map(({ part }) => part);
  return `part ${numbers.join(', ')} is ${shown}`;
}

interface End {
  readonly to: BatchState;
  readonly reason: string;
}

/** How the batch ends, once all its parts have; parts that never reported cannot have been sent. */
function endOf(lifecycle: BatchLifecycle): End | undefined {
  const batch = lifecycle.subject();
  const { parts, ending, sendingSince } = batch.snapshot();
  const areAll = parts.length === batch.numbers().length;
  if (!parts.every(({ state }) => isPartEnded(state)) || (!areAll && !ending)) return undefined;
  if (!areAll && sendingSince !== undefined) return undefined;
  const isUnsent = !parts.some(({ isSent }) => isSent);
  if (ending && isUnsent) return { to: ending.as, reason: ending.reason };
  const [first] = parts;
  const isAlike = first && first.state !== 'COMPLETED' && parts.every(({ state }) => state === first.state);
  if (isAlike) return { to: first.state as BatchState, reason: `every part is ${first.state}` };
  return { to: 'COMPLETED', reason: 'every row has its final state' };
}
