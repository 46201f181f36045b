import type { LifecycleEvent } from '../lifecycle/event.js';
import { type PartRow, type PartSnapshot, rowIndexOf } from './batch-part.js';

/** How much a state of a row says. */
const LEVELS: Readonly<Record<string, number>> = {
  FAILED: 3,
  EXPIRED: 3,
  SUCCESS: 4,
  COMPLETED: 4,
  REVERSED: 5,
};

/** How much a state of a row says, or the gateway's word for it: nothing, for one that is under way. */
export function levelOf(word: string | undefined): number {
  return LEVELS[word ?? ''] ?? 0;
}

/** Whether the part shows what the event of a row reports, and lacks nothing that only the event has. */
export function isKnownRowEvent(part: PartSnapshot, event: LifecycleEvent): boolean {
  if (event.kind !== 'disbursement' || !isShownByRow(part, event)) return false;
  return event.sessionId === undefined || rowOf(part, event.reference)?.sessionId !== undefined;
}

/** Whether the part shows the state that the event of a row reports; the event may still bring a session id. */
export function isShownByRow(part: PartSnapshot, event: LifecycleEvent): boolean {
  if (event.kind !== 'disbursement') return false;
  const row = rowOf(part, event.reference);
  return row !== undefined && levelOf(row.state) >= levelOf(event.status);
}

function rowOf({ terms, rows }: PartSnapshot, reference: string): PartRow | undefined {
  const index = rowIndexOf(terms, reference);
  return index === undefined ? undefined : rows[index];
}
