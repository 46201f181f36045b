/** The longest pause between two checks. */
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/**
 * The pause before check number `count` (from 0). A schedule lists the first ones; then each pause is twice
 * the one before, up to six hours: an outage of a day costs a dozen checks, not thousands.
 */
export function pauseBefore(planMs: readonly number[], count: number): number {
  const listed = planMs[count];
  if (listed !== undefined) return listed;
  const last = planMs.at(-1) ?? 0;
  const doublings = Math.min(count - planMs.length + 1, 30);
  return Math.min(Math.max(last, 1) * 2 ** doublings, Math.max(LONGEST_PAUSE_MS, last));
}

/** Time enough for a worker to pick it up. */
const LAST_TRY_MS = 10_000;

/**
 * When to retry, by the schedule; where that would be too late, once more shortly before the end, so that a
 * gateway that recovered meanwhile still gets it. Undefined when no time is left for another attempt.
 */
export function nextTry(
  planMs: readonly number[],
  count: number,
  { now, notAfter }: { readonly now: number; readonly notAfter: number },
): number | undefined {
  const planned = now + pauseBefore(planMs, count);
  if (planned < notAfter) return planned;
  const last = notAfter - LAST_TRY_MS;
  return last > now ? last : undefined;
}

/** Not later than a future moment at which a review item must be raised. */
export function atLatest(planned: number, moment: number, now: number): number {
  return moment > now ? Math.min(planned, moment) : planned;
}

/** The earliest of these moments, in milliseconds since the epoch; undefined when there is none, or none ever comes. */
export function earliest(...moments: readonly (number | undefined)[]): number | undefined {
  const given = moments.filter((moment): moment is number => moment !== undefined && moment !== Infinity);
  return given.length === 0 ? undefined : Math.min(...given);
}
