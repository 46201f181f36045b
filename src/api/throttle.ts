/** Beyond this many keys the oldest is forgotten: memory is worth more than one question too many. */
const MOST_KEYS = 10_000;

/** True for a key that was not asked about within that time. */
export function createThrottle(ms: number, now: () => number = Date.now): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const at = now();
    if (at - (last.get(key) ?? -Infinity) < ms) return false;
    last.delete(key);
    last.set(key, at);
    const [oldest] = last.keys();
    if (last.size > MOST_KEYS && oldest !== undefined) last.delete(oldest);
    return true;
  };
}
