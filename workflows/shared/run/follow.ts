import type { Pace } from './pace.js';
import { createTurns } from './turns.js';

/* Of lifecycles with several movements: debits, charges, refunds. */

/** What a run knows of the movements that are under way, beside what it carries. */
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
    /** Withdraws it in any case, such as after an event. */
    withdraw(key: string): void {
      const withdraw = withdrawals.get(key);
      withdrawals.delete(key);
      withdraw?.();
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
  /** The movements of which something is expected. */
  readonly openKeys: () => readonly string[];
  /** Follows one, until nothing more is expected of it. */
  readonly follow: (key: string) => Promise<void>;
}

/** Follows every movement from its due time to its outcome, each beside the others. */
export function createFollower(
  lifecycle: {
    readonly pace: Pick<Pace, 'until'>;
    readonly spawn: (work: Promise<unknown>) => void;
  },
  { openKeys, follow }: Follow,
) {
  const underWay = new Set<string>();

  const start = (key: string): void => {
    if (underWay.has(key)) return;
    underWay.add(key);
    lifecycle.spawn(follow(key).finally(() => underWay.delete(key)));
  };

  const unfollowed = () => openKeys().filter((key) => !underWay.has(key));

  return {
    start,
    /** One is added by a request, a plan, a failure, an event; a record may take a failure back. */
    followAll: async (): Promise<void> => {
      for (;;) {
        await lifecycle.pace.until(() => unfollowed().length > 0);
        unfollowed().forEach(start);
      }
    },
  };
}
