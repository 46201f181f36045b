import { createBuckets } from './buckets.js';
import { Problem } from '../requests/problem.js';

/** How many results are kept. */
const MAX_KEPT = 1_000;

const READS_PER_REFERENCE = { burst: 20, perSecond: 1 };

/**
 * Reads for unauthenticated callers. Concurrent requests for one reference share one read; beyond a burst they get the
 * last result, so that repeated requests for one reference cost one read per second.
 */
export function createSharedReads<Found>(
  read: (reference: string) => Promise<Found>,
  now: () => number = Date.now,
) {
  const reads = createBuckets(READS_PER_REFERENCE, now);
  const inFlight = new Map<string, Promise<Found>>();
  const last = new Map<string, Found>();

  function remember(reference: string, found: Found): Found {
    last.delete(reference);
    last.set(reference, found);
    const [oldest] = last.keys();
    if (last.size > MAX_KEPT && oldest !== undefined) last.delete(oldest);
    return found;
  }

  /** Calls `mayRead` only before a read; if it returns false, returns the last result or refuses the request. */
  return async (reference: string, mayRead: () => boolean): Promise<Found> => {
    const current = inFlight.get(reference);
    if (current) return current;
    const isLimited = (last.has(reference) && !reads.take(reference)) || !mayRead();
    if (isLimited && last.has(reference)) return last.get(reference) as Found;
    if (isLimited) throw new Problem('too-many-requests', 'Too many reads from this address. Retry later.');
    const reading = read(reference)
      .then((found) => remember(reference, found))
      .finally(() => inFlight.delete(reference));
    inFlight.set(reference, reading);
    return reading;
  };
}
