import type { Client } from '@temporalio/client';

/** Long enough for a busy server, short enough for whoever asks for our health. */
const ANSWERS_WITHIN_MS = 1_500;
/** Anybody may ask for our health, as often as they like: Temporal is asked once a second at most. */
const KEPT_MS = 1_000;

export interface Reachability {
  /** Whether Temporal answers; resolves within two seconds. */
  readonly check: () => Promise<boolean>;
  /** What the last check found. */
  readonly last: () => boolean;
}

/** For a client that was connected when it was made. */
export function createReachability(client: Client): Reachability {
  let isReachable = true;
  let checkedAt = -Infinity;
  let underWay: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    const until = Date.now() + ANSWERS_WITHIN_MS;
    isReachable = await client
      .withDeadline(until, () => client.workflowService.getSystemInfo({}))
      .then(
        () => true,
        () => false,
      );
    checkedAt = performance.now();
    underWay = undefined;
    return isReachable;
  }

  return {
    check: () => {
      if (performance.now() - checkedAt < KEPT_MS) return Promise.resolve(isReachable);
      underWay ??= ask();
      return underWay;
    },
    last: () => isReachable,
  };
}
