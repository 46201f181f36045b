import type { LifecycleEvent } from '../lifecycle/event.js';
import { type PartSnapshot, rowIndexOf } from './batch-part.js';
import type { PartRow } from './part-row.js';

/**
 * Whether the part shows what the event of a row reports, and lacks nothing that only the event has. What a comparison or a retry
 * has read of the record differs from what the part shows, whatever the word: the part reads it too.
 */
export function isKnownRowEvent(part: PartSnapshot, event: LifecycleEvent): boolean {
  if (event.kind !== 'disbursement' || event.eventType === 'swept' || !isShownByRow(part, event))
    return false;
  return event.sessionId === undefined || rowOf(part, event.reference)?.sessionId !== undefined;
}

/** The gateway's words for a row that has ended; no other says anything of it. */
const ENDS: readonly string[] = ['SUCCESS', 'FAILED', 'EXPIRED', 'REVERSED'];

/**
 * Whether the part shows the state that the event of a row reports; the event may still bring a session id. Only the same word
 * is known: money that came back may be out again.
 */
export function isShownByRow(part: PartSnapshot, event: LifecycleEvent): boolean {
  if (event.kind !== 'disbursement') return false;
  const row = rowOf(part, event.reference);
  const word = event.status === 'COMPLETED' ? 'SUCCESS' : event.status;
  return row !== undefined && (row.state === word || !ENDS.includes(word ?? ''));
}

function rowOf({ terms, rows }: PartSnapshot, reference: string): PartRow | undefined {
  const index = rowIndexOf(terms, reference);
  return index === undefined ? undefined : rows[index];
}
