import { ApplicationFailure, CancellationScope, condition, sleep } from '@temporalio/workflow';
import { CONTINUING } from '../messages.js';

/** Waits for moments that have passed, at one moment: more of them are a loop that does not end. */
const MOST_WAITS_IN_VAIN = 1_000;

export type Pace = ReturnType<typeof createPace>;

/**
 * All waiting in a run and all activity calls go through here. Once the run wants to continue as new, nothing
 * new starts, and waiters fail with `continuing`: what they waited for is data, which the next run resumes.
 * Only an activity in flight delays it, because continue-as-new would drop the activity.
 *
 * Temporal evaluates the conditions of all waiters also after a refused update, which is not recorded: what a condition
 * would then cause could not be replayed. So conditions read recorded state only, and no clock but `now`.
 *
 * Few of these functions are async: every promise in a workflow costs a stack trace, and these run all the
 * time.
 */
export function createPace(wantsToContinue: () => boolean) {
  let inFlight = 0;
  let latched = false;
  let recordedAt = Date.now();
  let waitsInVain = 0;

  /** Only code that runs because of a recorded event may do this. */
  function noteTime(): void {
    const now = Date.now();
    if (now !== recordedAt) waitsInVain = 0;
    recordedAt = now;
  }

  /**
   * Stays true once it is true: a run that has stopped some of its work cannot resume it. Only code that runs because of
   * a recorded event may ask, never the condition of a waiter.
   */
  function isContinuing(): boolean {
    noteTime();
    return (latched ||= wantsToContinue());
  }

  return {
    isContinuing,
    /** The time of the last recorded event, in milliseconds since the epoch: the clock of conditions. */
    now: () => recordedAt,
    isIdle: () => inFlight === 0,

    /** Waits until the predicate holds. */
    until(holds: () => boolean): Promise<void> {
      noteTime();
      if (holds()) return Promise.resolve();
      if (isContinuing()) return Promise.reject(continuing());
      return condition(() => holds() || latched).then(() => {
        noteTime();
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
      noteTime();
      if (wake()) return Promise.resolve();
      if (isContinuing()) return Promise.reject(continuing());
      const ms = until === undefined ? undefined : Math.ceil(until - Date.now());
      // a timer of zero would still cost two history events
      if (ms !== undefined && ms <= 0) {
        // such a loop would take the whole process of the worker with it, and then that of the next one
        if (++waitsInVain > MOST_WAITS_IN_VAIN) throw new RangeError(`${summary}: the due time has passed`);
        return Promise.resolve();
      }
      const timer = ms === undefined ? undefined : startTimer(ms, summary, noteTime);
      return condition(() => timer?.hasFired() === true || wake() || latched).then(() => {
        noteTime();
        if (timer?.hasFired()) return;
        timer?.cancel();
        if (!wake()) throw continuing();
      });
    },

    call<Result>(work: () => Promise<Result>): Promise<Result> {
      if (isContinuing()) return Promise.reject(continuing());
      const result = work();
      // not before: what throws has started nothing, and would keep the run from ever continuing as new
      inFlight += 1;
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
function startTimer(ms: number, summary: string, onFired: () => void) {
  const scope = new CancellationScope();
  let fired = false;
  scope
    .run(() => sleep(ms, { summary }))
    .then(
      () => {
        fired = true;
        onFired();
      },
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
