import { type WorkflowInterceptors, workflowInfo } from '@temporalio/workflow';
import { refusedInput, termsIn } from './shared/run/input.js';

/**
 * Refuses runs that a rule of Temporal starts, or would start again: a cron schedule, a retry policy, a parent. Ours have
 * none. Temporal starts the next run of a cron schedule or a retry policy with the input of the first, as if that had
 * continued, so that carried state could be forged; and a parent may end its child with itself.
 *
 * Such a run fails, which frees its reference: the failure is one that no retry policy repeats. A run that returned
 * instead would be complete, and a create could not start another without the danger of starting two.
 */
export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      execute(input, next) {
        const { cronSchedule, retryPolicy, parent } = workflowInfo();
        if (!cronSchedule && !retryPolicy && !parent) return next(input);
        const reason = 'expected a run without a cron schedule, a retry policy and a parent';
        return Promise.reject(refusedInput(reason, termsIn(input.args[0])));
      },
    },
  ],
});
