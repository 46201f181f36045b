import { setHandler } from '@temporalio/workflow';
import {
  type Pause,
  type PauseRequest,
  PAUSES_SEEN_MS,
  refusePauseRequest,
  refuseResumeRequest,
  type ResumeRequest,
} from '../../src/domain/pause/pause.js';
import type { Fields } from '../../src/domain/shapes.js';
import { refusal } from '../shared/run/commands.js';
import type { Pace } from '../shared/run/pace.js';
import { isRecord, isWithinLimits } from '../shared/run/shapes.js';
import type { Control } from './control.js';
import { pause, type PauseAnswer, resume } from './messages.js';

/**
 * Both commands are idempotent: a repeat after a lost reply finds what the first one did. They change the pauses at
 * once. The answer follows when the first attempt to set the task queue has ended, and after a pause also when every
 * worker has seen it: from then on no lifecycle starts a send.
 */
export function registerCommands(control: Control, pace: Pace): void {
  setHandler(
    pause,
    async (request) => {
      const made = control.pause(request);
      const answered = await answer(request, made);
      await pace.pause(Date.parse(made.since) + PAUSES_SEEN_MS, 'Until every worker has seen the pause');
      return answered;
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
    (request) => {
      const ended = control.find(request);
      control.resume(request);
      return answer(request, ended);
    },
    {
      validator: (request: unknown) => void refuseInvalid(request, refuseResumeRequest),
      description: 'Resume a queue, or its sends to one bank.',
    },
  );

  async function answer(
    { queue, bank }: PauseRequest | ResumeRequest,
    about: Pause | undefined,
  ): Promise<PauseAnswer> {
    const isWhole = bank === undefined;
    if (isWhole) {
      const ticket = control.order(queue);
      await pace.until(() => control.isTried(queue, ticket));
    }
    return control.answer(queue, isWhole, about);
  }
}

/** Clients of Temporal are not bound by our types. */
function refuseInvalid(request: unknown, refuse: (given: Fields) => string | undefined): Fields {
  if (!isRecord(request) || !isWithinLimits(request)) throw refusal('invalid', 'expected an object');
  const problem = refuse(request);
  if (problem !== undefined) throw refusal('invalid', problem);
  return request;
}
