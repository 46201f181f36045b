import type { ActivateInput, WorkflowInterceptors } from '@temporalio/workflow';
import { STALE_TASK } from './shared/messages.js';

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
 * Such an activation has events but belongs to a task that the workflow has processed. Refusing it fails the query, which
 * the reader repeats, and removes the run from the cache.
 */
export const interceptors = (): WorkflowInterceptors => {
  let latest: string | undefined;
  return {
    internals: [
      {
        activate(input, next) {
          const { activation, batchIndex } = input;
          const task = taskOf(activation);
          const isNew = !activation.isReplaying && batchIndex === 0;
          if (isNew && task === latest && activation.jobs?.some(isEvent)) throw new Error(STALE_TASK);
          latest = task;
          next(input);
        },
      },
    ],
  };
};

/** Whether it comes from the history. Updates and results of local activities may come without another task. */
function isEvent({ fireTimer, signalWorkflow, cancelWorkflow, resolveActivity }: Job): boolean {
  if (fireTimer ?? signalWorkflow ?? cancelWorkflow) return true;
  const { result, isLocal } = resolveActivity ?? {};
  return !isLocal && (result?.completed ?? result?.failed) != null;
}

/**
 * Which task it belongs to, by the size of the history at its start: that grows with each task, while the time stands still
 * after the server's clock was set back. A server that does not tell the size sends zero.
 */
function taskOf({ historySizeBytes, timestamp }: Activation): string {
  const size = String(historySizeBytes ?? 0);
  return size === '0' ? `${String(timestamp?.seconds)}.${String(timestamp?.nanos)}` : size;
}
