/** A batch is paid out in parts of this many rows, so the number of a row tells its part. */
export const ROWS_IN_A_PART = 500;

/** The part of row n; both count from 1. */
export function partOf(n: number): number {
  return Math.ceil(n / ROWS_IN_A_PART);
}
