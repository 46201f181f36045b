/** The payments of a batch, by their fingerprint. */
export interface RowsClaim {
  readonly fingerprint: string;
  readonly batch: string;
}

/** An equal batch within this time after the last one is held for confirmation. */
export const CLAIM_KEPT_MS = 7 * 86_400_000;
