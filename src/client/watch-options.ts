export interface WatchOptions {
  /** Ends the watch: it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long it waits for Temporal or a worker to come back; five minutes unless given. */
  readonly outageMs?: number | undefined;
}
