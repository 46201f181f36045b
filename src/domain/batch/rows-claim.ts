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

const momentOf = (instant = '') => Date.parse(instant) || 0;
