import type { ActivateInput, WorkflowInterceptors } from '@temporalio/workflow';
import { STALE_TIME } from './shared/messages.js';

type Activation = ActivateInput['activation'];
type Job = NonNullable<Activation['jobs']>[number];

/**
 * Keeps a query from moving a workflow.
 *
 * A query that waited for a worker may arrive with events that no workflow task has processed yet, such as a timer
 * that fired meanwhile. A worker that does not have the run in its cache then applies these events too, but with the
 * time of the last workflow task (SDK 1.24), keeps the commands that follow, and sends them with the next task. The
 * workflow decides at a time that is over, and its history does not replay: no worker can continue it.
 *
 * Such an activation has events but not a later time. Refusing it fails the query, which the reader repeats, and
 * removes the run from the cache.
 */
export const interceptors = (): WorkflowInterceptors => {
  let latest: string | undefined;
  return {
    internals: [
      {
        activate(input, next) {
          const { activation, batchIndex } = input;
          const time = timeOf(activation);
          const isNew = !activation.isReplaying && batchIndex === 0;
          if (isNew && time === latest && activation.jobs?.some(isEvent)) throw new Error(STALE_TIME);
          latest = time;
          next(input);
        },
      },
    ],
  };
};

/** Whether it comes from the history. Other jobs follow from commands of the same task, and have its time. */
function isEvent({ fireTimer, signalWorkflow, cancelWorkflow, resolveActivity }: Job): boolean {
  if (fireTimer ?? signalWorkflow ?? cancelWorkflow) return true;
  const { result, isLocal } = resolveActivity ?? {};
  return !isLocal && (result?.completed ?? result?.failed) != null;
}

const timeOf = ({ timestamp }: Activation) => `${String(timestamp?.seconds)}.${String(timestamp?.nanos)}`;
