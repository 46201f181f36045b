/** Beyond this many keys the oldest is dropped: bounded memory matters more than one extra check. */
const MAX_KEYS = 10_000;

/** Returns true for a key at most once per `ms`. */
export function createThrottle(ms: number, now: () => number = Date.now): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const at = now();
    if (at - (last.get(key) ?? -Infinity) < ms) return false;
    last.delete(key);
    last.set(key, at);
    const [oldest] = last.keys();
    if (last.size > MAX_KEYS && oldest !== undefined) last.delete(oldest);
    return true;
  };
}
