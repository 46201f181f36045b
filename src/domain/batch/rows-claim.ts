import { type BatchSnapshot, isBatchEnded } from './batch.js';

/** The payments of a batch, by their fingerprint. */
export interface RowsClaim {
  readonly fingerprint: string;
  readonly batch: string;
  /** Nothing of it is sent before this time. */
  readonly startAt?: string;
  /** Nothing of it is sent after this time. */
  readonly notAfter?: string;
}

/** An equal batch within this time after the last one is held for confirmation. */
const CLAIM_KEPT_MS = 7 * 86_400_000;

/**
 * Until when a claim is kept: one that is scheduled is paid at its start, not when it is asked for, and one that waits, such as for
 * funds, at its last moment.
 */
export function claimedUntil(
  now: number,
  { startAt, notAfter }: Pick<RowsClaim, 'startAt' | 'notAfter'> = {},
): number {
  return Math.max(Math.max(now, momentOf(startAt)) + CLAIM_KEPT_MS, momentOf(notAfter));
}

/** Whether a batch that ended counts no more, although it might have been sent until later: seven days after its end it is another payroll. */
export function isLongOver(
  { state, transitions, terms }: Pick<BatchSnapshot, 'state' | 'transitions' | 'terms'>,
  now: number,
): boolean {
  const endedAt = momentOf(transitions.at(-1)?.at);
  return isBatchEnded(state) && claimedUntil(endedAt, { startAt: terms.startAt ?? '' }) <= now;
}

const momentOf = (instant = '') => Date.parse(instant) || 0;
