import { setHandler } from '@temporalio/workflow';
import {
  type PauseRequest,
  PAUSES_SEEN_MS,
  type PauseTarget,
  refusePauseRequest,
  refuseResumeRequest,
} from '../../../src/domain/pause/pause.js';
import type { Fields } from '../../../src/domain/shapes.js';
import { refusal } from '../../shared/run/commands.js';
import type { Pace } from '../../shared/run/pace.js';
import { isRecord, isWithinLimits } from '../../shared/run/shapes.js';
import type { Control } from './control.js';
import { pause, resume } from './messages.js';

/** A message may be what makes the history too long. Waiters do not notice that by themselves, see `createPace`. */
function noteMessage(pace: Pace): void {
  pace.isContinuing();
}

/**
 * Both commands are idempotent: a repeat after a lost reply finds what the first one did. They change the pauses at
 * once. The answer follows when the first attempt to set the task queue has ended, and after a pause also when every
 * worker has seen it: from then on no lifecycle starts a send.
 */
export function registerCommands(control: Control, pace: Pace): void {
  setHandler(
    pause,
    async (request) => {
      noteMessage(pace);
      const made = control.pause(request);
      await setQueue(request);
      await pace.pause(Date.parse(made.since) + PAUSES_SEEN_MS, 'Until every worker has seen the pause');
      return control.answer(request, made);
    },
    {
      validator: (request: unknown) => {
        const given = refuseInvalid(request, refusePauseRequest) as unknown as PauseRequest;
        if (control.isFull() && !control.find(given)) {
          throw refusal('invalid', 'there are too many pauses; resume some first');
        }
      },
      description: 'Pause a queue, or its sends to one bank.',
    },
  );
  setHandler(
    resume,
    async (request) => {
      noteMessage(pace);
      const ended = control.resume(request);
      await setQueue(request);
      return control.answer(request, ended);
    },
    {
      validator: (request: unknown) => void refuseInvalid(request, refuseResumeRequest),
      description: 'Resume a queue, or its sends to one bank.',
    },
  );

  /** Waits for an attempt to set the task queue that starts now; only a pause of the whole queue stops it. */
  async function setQueue({ queue, bank }: PauseTarget): Promise<void> {
    if (bank !== undefined) return;
    const ticket = control.order(queue);
    await pace.until(() => control.isTried(queue, ticket));
  }
}

/** Clients of Temporal are not bound by our types. */
function refuseInvalid(request: unknown, refuse: (given: Fields) => string | undefined): Fields {
  if (!isRecord(request) || !isWithinLimits(request)) throw refusal('invalid', 'expected an object');
  const problem = refuse(request);
  if (problem !== undefined) throw refusal('invalid', problem);
  return request;
}
