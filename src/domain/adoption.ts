/** Two clocks that are set by different people. */
const CLOCKS_DIFFER_MS = 120_000;

/**
 * Whether what the gateway shows may have been made by an attempt at that time: what is older is somebody
 * else's, whatever it is called. Without a date nothing speaks against it.
 */
export function mayStemFrom(attemptAt: number, createdOn: string | null | undefined): boolean {
  return createdOn == null || Date.parse(createdOn) >= attemptAt - CLOCKS_DIFFER_MS;
}
