import { type BatchRow, paymentKey } from './row.js';

/** A row that repeats an earlier one; both by their number. */
export interface Repeat {
  readonly n: number;
  readonly earlier: number;
}

/**
 * Rows that pay the same amount to the same account as an earlier row. The gateway fails them as duplicates, unless
 * it has switched its duplicate guard off for the merchant.
 */
export function findTwins(rows: readonly BatchRow[]): Repeat[] {
  return findRepeats(rows, paymentKey);
}

/** Rows with the merchant's own reference of an earlier row: two rows under one name cannot be told apart later. */
export function findRepeatedReferences(rows: readonly BatchRow[]): Repeat[] {
  return findRepeats(rows, ({ merchantReference }) => merchantReference);
}

function findRepeats(rows: readonly BatchRow[], keyOf: (row: BatchRow) => string | undefined): Repeat[] {
  const first = new Map<string, number>();
  return rows.flatMap((row) => {
    const key = keyOf(row);
    if (key === undefined) return [];
    const earlier = first.get(key);
    if (earlier !== undefined) return [{ n: row.n, earlier }];
    first.set(key, row.n);
    return [];
  });
}
