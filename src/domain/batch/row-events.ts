import type { LifecycleEvent } from '../lifecycle/event.js';
import { type PartSnapshot, rowIndexOf } from './batch-part.js';

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
export function isKnownRowEvent({ terms, rows }: PartSnapshot, event: LifecycleEvent): boolean {
  if (event.kind !== 'disbursement') return false;
  const index = rowIndexOf(terms, event.reference);
  const row = index === undefined ? undefined : rows[index];
  if (!row) return false;
  const isCovered = levelOf(row.state) >= levelOf(event.status);
  return isCovered && (event.sessionId === undefined || row.sessionId !== undefined);
}
