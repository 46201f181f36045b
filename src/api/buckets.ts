/** Beyond this many keys the oldest is dropped: bounded memory matters more than one extra request. */
const MAX_KEYS = 10_000;

export interface BucketRule {
  /** Requests allowed at once. */
  readonly burst: number;
  /** Tokens added per second. */
  readonly perSecond: number;
}

export type Buckets = ReturnType<typeof createBuckets>;

/** A token bucket for each key, such as an address or a reference. The number of keys is bounded. */
export function createBuckets({ burst, perSecond }: BucketRule, now: () => number = Date.now) {
  const buckets = new Map<string, { tokens: number; at: number }>();

  function refill(key: string): { tokens: number; at: number } {
    const at = now();
    const before = buckets.get(key) ?? { tokens: burst, at };
    const tokens = Math.min(burst, before.tokens + ((at - before.at) / 1_000) * perSecond);
    return { tokens, at };
  }

  return {
    /** Takes a token; false when there is none. */
    take(key: string): boolean {
      const { tokens, at } = refill(key);
      // insert last, so that the first key is the oldest
      buckets.delete(key);
      buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at });
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_KEYS && oldest !== undefined) buckets.delete(oldest);
      return tokens >= 1;
    },
    /** True when no token is left; takes none. */
    isEmpty: (key: string): boolean => buckets.has(key) && refill(key).tokens < 1,
    /** Whole tokens left; takes none. */
    left: (key: string): number => Math.floor(refill(key).tokens),
    size: () => buckets.size,
  };
}
