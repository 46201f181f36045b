import { ApplicationFailure, CancellationScope, condition, sleep } from '@temporalio/workflow';
import { CONTINUING } from '../messages.js';

export type Pace = ReturnType<typeof createPace>;

/**
 * Everything that waits in a run waits here, and every activity is called through here. When the run wants to
 * go on in a new one, nothing new is begun and whoever waits is sent away with `continuing`: what he waited for
 * is data, which the next run takes up. Only an activity in flight is waited for, because Temporal would drop it.
 *
 * Few of these functions are async: every promise in a workflow costs a stack trace, and they are called all the time.
 */
export function createPace(wantsToContinue: () => boolean) {
  let inFlight = 0;
  let latched = false;

  /** Once true it stays true: half a run cannot be gone on with. */
  const isContinuing = () => (latched ||= wantsToContinue());

  return {
    isContinuing,
    isIdle: () => inFlight === 0,

    /** Waits until it holds. */
    until(holds: () => boolean): Promise<void> {
      if (holds()) return Promise.resolve();
      if (isContinuing()) return Promise.reject(continuing());
      return condition(() => holds() || isContinuing()).then(() => {
        if (!holds()) throw continuing();
      });
    },

    /** Waits for a moment, in milliseconds since the epoch, or until woken; without a moment only for the latter. */
    pause(until: number | undefined, summary: string, wake: () => boolean = () => false): Promise<void> {
      // a loop over a moment that is none would never let go of the worker's thread
      if (Number.isNaN(until)) throw new RangeError(`${summary}: the due time is not a number`);
      if (wake()) return Promise.resolve();
      if (isContinuing()) return Promise.reject(continuing());
      const ms = until === undefined ? undefined : Math.ceil(until - Date.now());
      // a timer of zero would still cost two events of history
      if (ms !== undefined && ms <= 0) return Promise.resolve();
      const timer = ms === undefined ? undefined : startTimer(ms, summary);
      return condition(() => timer?.hasFired() === true || wake() || isContinuing()).then(() => {
        if (timer?.hasFired()) return;
        timer?.cancel();
        if (!wake()) throw continuing();
      });
    },

    /** Calls an activity. */
    call<Result>(work: () => Promise<Result>): Promise<Result> {
      if (isContinuing()) return Promise.reject(continuing());
      inFlight += 1;
      const result = work();
      // before whoever awaits it goes on
      result.then(landed, landed);
      return result;
    },
  };

  function landed(): void {
    inFlight -= 1;
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
    message: 'it goes on in a new run; send the same again',
    type: CONTINUING,
    nonRetryable: true,
  });
}

export function isContinuing(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.type === CONTINUING;
}
