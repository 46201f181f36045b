/** Bounds the memory that a flood of different keys takes. */
const MOST_KEPT = 1_000;

/** Keeps answers in memory for a time. Concurrent callers share one read; a failed one is not kept. */
export function createCache<Found>(keptMs: number, now: () => number = Date.now) {
  const kept = new Map<string, { readonly found: Promise<Found>; readonly until: number }>();
  return (key: string, read: () => Promise<Found>, isFresh = false): Promise<Found> => {
    const known = kept.get(key);
    if (known && known.until > now() && !isFresh) return known.found;
    const found = read();
    const entry = { found, until: now() + keptMs };
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    found.catch(() => kept.get(key) === entry && kept.delete(key));
    return found;
  };
}
