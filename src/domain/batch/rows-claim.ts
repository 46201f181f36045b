/** The payments of a batch, by their fingerprint. */
export interface RowsClaim {
  readonly fingerprint: string;
  readonly batch: string;
  /** Nothing of it is sent before this time. */
  readonly startAt?: string;
}

/** An equal batch within this time after the last one is held for confirmation. */
const CLAIM_KEPT_MS = 7 * 86_400_000;

/** Until when a claim is kept: one that is scheduled is paid at its start, not when it is asked for. */
export function claimedUntil(now: number, startAt?: string): number {
  const start = Date.parse(startAt ?? '');
  return Math.max(now, Number.isNaN(start) ? 0 : start) + CLAIM_KEPT_MS;
}
