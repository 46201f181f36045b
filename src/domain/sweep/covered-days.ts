/** What a night has to start. */
export interface SweepsDue {
  /** The day that ended. */
  readonly day: string;
  /** Up to this day all were swept, as the night before has left it; undefined where none has ended yet. */
  readonly coveredUntil?: string | undefined;
  /** The first day that Oware follows; empty where it follows all. */
  readonly followSince: string;
}

/** What a night has started. */
export interface CoveredDays {
  /** The days whose sweeps it started, oldest first. */
  readonly days: readonly string[];
  /** Every day up to this one has had its sweep. */
  readonly until: string;
}
