import { ApplicationFailure, CancellationScope, condition, sleep } from '@temporalio/workflow';
import { CONTINUING } from '../messages.js';

export type Pace = ReturnType<typeof createPace>;

/**
 * All waiting in a run and all activity calls go through here. Once the run wants to continue as new, nothing
 * new starts, and waiters fail with `continuing`: what they waited for is data, which the next run resumes.
 * Only an activity in flight delays it, because continue-as-new would drop the activity.
 *
 * Few of these functions are async: every promise in a workflow costs a stack trace, and these run all the
 * time.
 */
export function createPace(wantsToContinue: () => boolean) {
  let inFlight = 0;
  let latched = false;

  /**
   * Stays true once it is true: a run that has stopped some of its work cannot resume it. Only code that runs because of
   * a recorded event may ask, never the condition of a waiter: Temporal evaluates those also after a refused update, which
   * is not recorded, and a run that continued because of one could not be replayed.
   */
  const isContinuing = () => (latched ||= wantsToContinue());

  return {
    isContinuing,
    isIdle: () => inFlight === 0,

    /** Waits until the predicate holds. */
    until(holds: () => boolean): Promise<void> {
      if (holds()) return Promise.resolve();
      if (isContinuing()) return Promise.reject(continuing());
      return condition(() => holds() || latched).then(() => {
        if (!holds()) throw continuing();
      });
    },

    /**
     * Waits until a moment, in milliseconds since the epoch, or until `wake` holds; without a moment only for
     * `wake`.
     */
    pause(until: number | undefined, summary: string, wake: () => boolean = () => false): Promise<void> {
      // a loop over an invalid time would block the worker's thread
      if (Number.isNaN(until)) throw new RangeError(`${summary}: the due time is not a number`);
      if (wake()) return Promise.resolve();
      if (isContinuing()) return Promise.reject(continuing());
      const ms = until === undefined ? undefined : Math.ceil(until - Date.now());
      // a timer of zero would still cost two history events
      if (ms !== undefined && ms <= 0) return Promise.resolve();
      const timer = ms === undefined ? undefined : startTimer(ms, summary);
      return condition(() => timer?.hasFired() === true || wake() || latched).then(() => {
        if (timer?.hasFired()) return;
        timer?.cancel();
        if (!wake()) throw continuing();
      });
    },

    call<Result>(work: () => Promise<Result>): Promise<Result> {
      if (isContinuing()) return Promise.reject(continuing());
      inFlight += 1;
      const result = work();
      // runs before the caller's continuation
      result.then(onEnded, onEnded);
      return result;
    },
  };

  function onEnded(): void {
    inFlight -= 1;
    isContinuing();
  }
}

/** The SDK's condition with a timeout makes 19 promises; this makes half of them. */
function startTimer(ms: number, summary: string) {
  const scope = new CancellationScope();
  let fired = false;
  scope
    .run(() => sleep(ms, { summary }))
    .then(
      () => (fired = true),
      () => undefined,
    );
  return { hasFired: () => fired, cancel: () => scope.cancel() };
}

function continuing(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'the workflow continues in a new run; send the same request again',
    type: CONTINUING,
    nonRetryable: true,
  });
}

export function isContinuing(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.type === CONTINUING;
}
