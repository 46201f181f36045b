import { ActivityFailure, ApplicationFailure, CancelledFailure, TimeoutFailure } from '@temporalio/common';
import { createDice, type Dice } from '../../support/dice.js';

/** Virtual time: what waits is resumed in the order of its moments, and nothing happens between them. */
export function createClock(start: number) {
  let now = start;
  let n = 0;
  let agenda: { readonly at: number; readonly n: number; readonly run: () => void }[] = [];
  let conditions: { readonly holds: () => boolean; readonly resolve: () => void }[] = [];

  const settle = async () => {
    for (;;) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      const met = conditions.filter(({ holds }) => holds());
      if (met.length === 0) return;
      conditions = conditions.filter((each) => !met.includes(each));
      met.forEach(({ resolve }) => resolve());
    }
  };

  return {
    now: () => now,
    at: (at: number, run: () => void) => {
      agenda.push({ at: Math.max(at, now), n: (n += 1), run });
    },
    sleep: (ms: number) =>
      new Promise<void>((resolve) => void agenda.push({ at: now + ms, n: (n += 1), run: resolve })),
    until: (holds: () => boolean) => new Promise<void>((resolve) => void conditions.push({ holds, resolve })),
    async runUntil(end: number): Promise<void> {
      for (;;) {
        await settle();
        const next = agenda.reduce<(typeof agenda)[number] | undefined>(
          (first, each) =>
            !first || each.at < first.at || (each.at === first.at && each.n < first.n) ? each : first,
          undefined,
        );
        if (!next || next.at > end) return;
        agenda = agenda.filter((each) => each !== next);
        now = next.at;
        next.run();
      }
    },
  };
}

export type Clock = ReturnType<typeof createClock>;

const failed = (cause: Error) =>
  new ActivityFailure('failed', 'send', '1', 'MAXIMUM_ATTEMPTS_REACHED', '', cause);
export const cancelledActivity = () => failed(new CancelledFailure('cancelled'));
export const notPickedUp = () => failed(new TimeoutFailure('too late', undefined, 'SCHEDULE_TO_START'));
export const timedOut = () => failed(new TimeoutFailure('too long', undefined, 'START_TO_CLOSE'));
export const failedWith = (type: string) => failed(ApplicationFailure.nonRetryable(type, type));

/** How long parts of an attempt take: mostly no time, and sometimes as long as a frozen process. */
export const freeze = (dice: Dice) => (dice.chance(0.85) ? 0 : dice.pick([3_000, 40_000, 20 * 60_000]));

export { createDice, type Dice };
