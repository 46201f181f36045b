/** However long a thing is waited for, it is checked this often. */
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/**
 * The pause before check number `count` (from 0). A plan lists the first ones; after its end each pause is
 * twice the one before, up to six hours: an outage of a day costs a dozen checks, not thousands.
 */
export function pauseBefore(planMs: readonly number[], count: number): number {
  const listed = planMs[count];
  if (listed !== undefined) return listed;
  const last = planMs.at(-1) ?? 0;
  const doublings = Math.min(count - planMs.length + 1, 30);
  return Math.min(Math.max(last, 1) * 2 ** doublings, Math.max(LONGEST_PAUSE_MS, last));
}

/** Time enough for a worker to take it up. */
const LAST_TRY_MS = 10_000;

/**
 * When to try again, by the plan; where that would be too late, once more shortly before the end: a gateway that
 * is back by then must not find that it was given up. Undefined when no time is left for another try.
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

/** Not past a moment that is yet to come: when that has come, somebody must be told. */
export function atLatest(planned: number, moment: number, now: number): number {
  return moment > now ? Math.min(planned, moment) : planned;
}

/** The earliest of these moments, in milliseconds since the epoch; undefined when there is none. */
export function earliest(...moments: readonly (number | undefined)[]): number | undefined {
  const given = moments.filter((moment) => moment !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}
