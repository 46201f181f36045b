import type { Unread } from '../compare/unread.js';
import type { Difference } from './difference.js';
import type { Source } from './record.js';
import type { Tally } from './tally.js';

/** The records of one source in one period. */
export interface PeriodRequest {
  readonly source: Source;
  /** In milliseconds since the epoch; the end is not part of it. */
  readonly from: number;
  readonly to: number;
  /** An earlier day was swept before: only what changed since then matters, and sums are not reported again. */
  readonly isEarlier?: true;
  /** No listing is read: what long-lived lifecycles hold of the period is read one by one. */
  readonly only?: 'held';
  /** Payments before it, in milliseconds since the epoch, are not ours. */
  readonly followSince?: number;
  /** Makes the events of this sweep differ from those of another one. */
  readonly stamp: string;
}

export interface PeriodReport {
  readonly here: readonly Tally[];
  readonly there: readonly Tally[];
  readonly differences: readonly Difference[];
  /** Differences over the limit. */
  readonly omitted: number;
  /** What was not compared. */
  readonly unread: Unread;
  /** Rows from before Oware was switched on, which no lifecycle holds. */
  readonly notFollowed: number;
  /** Money of these records came back. */
  readonly reversals: readonly Reversal[];
}

export interface Reversal {
  readonly source: Source;
  readonly key: string;
  readonly amountKobo: Tally['sumKobo'];
  /** When Oware learned of it. */
  readonly at?: string;
}

/** Bounds what one report carries. */
export const DIFFERENCES_KEPT = 500;
export const REVERSALS_KEPT = 200;
