import {
  type ActivateInput,
  type WorkflowInfo,
  workflowInfo,
  type WorkflowInterceptors,
} from '@temporalio/workflow';

type Job = NonNullable<ActivateInput['activation']['jobs']>[number];

/** What a workflow can decide by besides its own state: an activation sets it. */
interface Moment {
  readonly now: number;
  readonly info: Partial<WorkflowInfo>;
}

/** The part of the SDK's state that an activation sets. */
interface Activator {
  now: number;
  readonly mutateWorkflowInfo: (change: (info: WorkflowInfo) => WorkflowInfo) => void;
}

/**
 * Gives the result of a local activity at the moment of the events before it.
 *
 * A workflow task that brings a query and starts a local activity is reported as soon as the query is answered
 * (SDK 1.24). If the local activity has ended by then, the report has its result, but the workflow gets the result
 * with the next task, at the time of that one. A replay gives it at once, at an earlier time. A workflow that compares
 * times can take another branch there, and then no worker can continue it.
 *
 * So neither of the two times is shown. New events in the same activation would come later in a replay: such a task
 * fails, and its repetition has the result from the history.
 */
export const interceptors = (): WorkflowInterceptors => {
  let last: Moment | undefined;
  let wasQueried = false;
  return {
    internals: [
      {
        activate(input, next) {
          const { activation, batchIndex } = input;
          const jobs = activation.jobs ?? [];
          if (jobs.some(isQuery)) {
            wasQueried = true;
            next(input);
            return;
          }
          const isFirst = batchIndex === 0;
          const hasLocalResult = jobs.some(isLocalResult);
          const isOnlyLocal = hasLocalResult && jobs.every(isLocalResult);
          if (isFirst && isOnlyLocal && last) setMoment(last);
          else if (isFirst && hasLocalResult && wasQueried && !activation.isReplaying) {
            throw new Error('The result of a local activity came with newer events. The task is repeated.');
          } else last = moment();
          wasQueried = false;
          next(input);
        },
      },
    ],
  };
};

const isQuery = ({ queryWorkflow }: Job) => queryWorkflow != null;
const isLocalResult = ({ resolveActivity }: Job) => resolveActivity?.isLocal === true;

function moment(): Moment {
  const info = workflowInfo();
  const { historyLength, historySize, continueAsNewSuggested } = info;
  const reasons = info.suggestedContinueAsNewReasons;
  return {
    now: Date.now(),
    info: {
      historyLength,
      historySize,
      continueAsNewSuggested,
      ...(reasons && { suggestedContinueAsNewReasons: reasons }),
    },
  };
}

/** No interface of the SDK does this: a test fails where a later version has other names. */
function setMoment({ now, info }: Moment): void {
  const { __TEMPORAL_ACTIVATOR__: activator } = globalThis as { __TEMPORAL_ACTIVATOR__?: Activator };
  if (!activator) throw new Error('not in a workflow');
  activator.now = now;
  activator.mutateWorkflowInfo((current) => ({ ...current, ...info }));
}
