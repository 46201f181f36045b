import { defaultPayloadConverter, type WorkflowInterceptors } from '@temporalio/workflow';
import type { Settings } from '../src/config/settings.js';
import { isWithSettings, SETTINGS_WANTED } from '../src/domain/settings-with-result.js';
import { createWorkerSettings } from './shared/run/worker-settings.js';

/**
 * Gives a run the worker's settings with the result of its first activity, and of the first one of each further day, which
 * costs no event of its own. A workflow gets them as its second argument, whatever else a client of Temporal has sent.
 */
export const interceptors = (): WorkflowInterceptors => {
  const worker = createWorkerSettings();
  return {
    inbound: [{ execute: (input, next) => next({ ...input, args: [input.args[0], worker] }) }],
    outbound: [
      {
        scheduleActivity(input, next) {
          if (!worker.isWanted(Date.now())) return next(input);
          const headers = { ...input.headers, [SETTINGS_WANTED]: defaultPayloadConverter.toPayload(true) };
          return next({ ...input, headers }).then((returned) => {
            if (!isWithSettings(returned)) return returned;
            worker.bring(returned.settings as Settings, Date.now());
            return returned.result;
          });
        },
      },
    ],
  };
};
