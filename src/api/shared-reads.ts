import { createBuckets } from './buckets.js';
import { Problem } from './problem.js';

/** What the last read found is kept for so many. */
const MOST_KEPT = 1_000;

const READS_OF_ONE = { burst: 20, perSecond: 1 };

/**
 * Reads on behalf of strangers. Those of one reference that come at once share one read; beyond a burst they get what
 * the last one found, so that calling an address again and again costs one read a second.
 */
export function createSharedReads<Found>(
  read: (reference: string) => Promise<Found>,
  now: () => number = Date.now,
) {
  const reads = createBuckets(READS_OF_ONE, now);
  const underWay = new Map<string, Promise<Found>>();
  const last = new Map<string, Found>();

  function remember(reference: string, found: Found): Found {
    last.delete(reference);
    last.set(reference, found);
    const [oldest] = last.keys();
    if (last.size > MOST_KEPT && oldest !== undefined) last.delete(oldest);
    return found;
  }

  /** `mayRead` is asked only where a read is due; when it says no, the last one counts, or there are too many. */
  return async (reference: string, mayRead: () => boolean): Promise<Found> => {
    const running = underWay.get(reference);
    if (running) return running;
    const mustKeep = (last.has(reference) && !reads.take(reference)) || !mayRead();
    if (mustKeep && last.has(reference)) return last.get(reference) as Found;
    if (mustKeep) throw new Problem('too-many-requests', 'too many reads from this address');
    const reading = read(reference)
      .then((found) => remember(reference, found))
      .finally(() => underWay.delete(reference));
    underWay.set(reference, reading);
    return reading;
  };
}
