import { type BatchState, isBatchEnded } from '../../src/domain/batch/batch.js';
import { isPartEnded, type PartReport } from '../../src/domain/batch/batch-part.js';
import type { BatchLifecycle } from './lifecycle.js';

/** States of parts that the batch shows as its own, the most pressing first. */
const SHOWN = ['PENDING_AUTHORIZATION', 'WAITING_FOR_FUNDS', 'PAUSED'] as const;

/** Shows the state that follows from the reports: the end, or what its parts are doing. */
export function showState(lifecycle: BatchLifecycle): void {
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
