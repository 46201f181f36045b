/** From a moment to another, in milliseconds since the epoch; the end is not part of it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;
/** A row at the end of a period may be in the listing of both: gateways' times have no fractions of a second. */
const EDGE_MS = 1_000;

/**
 * What becomes of a row that a listing shows for a period. `counted`: compared, and in the sums of the period. `compared`:
 * its own listing has it in its sums. `elsewhere`: its time is far away.
 */
export type Placement = 'counted' | 'compared' | 'elsewhere';

/**
 * A row is compared where the gateway lists it, also when its own time lies outside: a label in another time zone is hours
 * off. One that is further away belongs to a listing whose filter the gateway ignores, or has a time that is wrong.
 */
export function placeOf(
  at: number | undefined,
  { from, to }: Period,
  { keepsFilter }: { readonly keepsFilter: boolean },
): Placement {
  if (at === undefined || (at >= from && at < to)) return 'counted';
  if (at < from - DAY_MS || at >= to + DAY_MS) return 'elsewhere';
  const isOnEdge = at >= from - EDGE_MS && at < to + EDGE_MS;
  return keepsFilter && !isOnEdge ? 'counted' : 'compared';
}
