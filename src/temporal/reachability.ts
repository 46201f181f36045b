import type { Client } from '@temporalio/client';

/** Long enough for a busy server, short enough for a health probe. */
const ANSWERS_WITHIN_MS = 1_500;
/** Health probes can come at any rate: Temporal is called once a second at most. */
const KEPT_MS = 1_000;

export interface Reachability {
  /** Whether Temporal answers; resolves within two seconds. */
  readonly check: () => Promise<boolean>;
  /** What the last check found. */
  readonly last: () => boolean;
}

/** For a client whose connection was made before. */
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
