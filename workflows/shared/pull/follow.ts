import type { Pace } from '../run/pace.js';
import { createTurns } from '../run/turns.js';
import { pull, type PullPlace } from './pull.js';

type PullLifecycle = Parameters<typeof pull>[0];

/** What a run knows of the attempts that are under way, beside what it carries. */
export function createUnderWay(whyWithdrawn: (key: string) => string | undefined) {
  let version = 0;
  const withdrawals = new Map<string, () => void>();
  const turns = new Map<string, ReturnType<typeof createTurns>>();
  return {
    /** Grows with every change: what waits looks again. */
    version: () => version,
    /** A request that is no longer wanted is withdrawn, if no worker has started it. */
    noteChange(): void {
      version += 1;
      for (const [key, withdraw] of withdrawals) {
        if (whyWithdrawn(key) === undefined) continue;
        withdrawals.delete(key);
        withdraw();
      }
    },
    setWithdrawal(key: string, withdraw: (() => void) | undefined): void {
      if (withdraw) withdrawals.set(key, withdraw);
      else withdrawals.delete(key);
    },
    /** One read of a record at a time. */
    turnsOf(key: string): ReturnType<typeof createTurns> {
      const known = turns.get(key) ?? createTurns();
      turns.set(key, known);
      return known;
    },
  };
}

export interface Follow {
  /** The attempts of which something is expected. */
  readonly openKeys: () => readonly string[];
  readonly placeOf: (key: string) => PullPlace;
}

/** Follows every attempt from its due time to its outcome, each beside the others. */
export function createFollower(
  lifecycle: PullLifecycle & {
    readonly pace: Pick<Pace, 'until'>;
    readonly spawn: (work: Promise<unknown>) => void;
  },
  { openKeys, placeOf }: Follow,
) {
  const underWay = new Set<string>();

  const start = (key: string): void => {
    if (underWay.has(key)) return;
    underWay.add(key);
    lifecycle.spawn(pull(lifecycle, placeOf(key)).finally(() => underWay.delete(key)));
  };

  const unfollowed = () => openKeys().filter((key) => !underWay.has(key));

  return {
    start,
    /** An attempt is added by a request, a plan, a failure, an event; a record may take a failure back. */
    followAll: async (): Promise<void> => {
      for (;;) {
        await lifecycle.pace.until(() => unfollowed().length > 0);
        unfollowed().forEach(start);
      }
    },
  };
}
