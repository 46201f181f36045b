import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { INTERNAL_ONCE, WAKE_PAUSED } from '../../shared/gateway/activity-options.js';
import { failureKind } from '../../shared/gateway/failures.js';
import { isContinuing, type Pace } from '../../shared/run/pace.js';
import type { Control } from './control.js';

const { setDispatch } = proxyActivities<Activities>(INTERNAL_ONCE);
const { wakePaused } = proxyActivities<Activities>(WAKE_PAUSED);

/** Sets the task queues to what the pauses say, one after another, so that the last command counts. */
export async function keepQueuesSet(control: Control, pace: Pace): Promise<never> {
  for (;;) {
    const dueAt = control.nextDispatchAt();
    const isChanged = () => control.nextDispatchAt() !== dueAt;
    await pace.pause(dueAt, 'Retry: set the task queue', isChanged);
    const queue = control.dueQueue();
    if (queue === undefined) continue;
    const paused = control.wholeQueue(queue);
    const ticket = control.ordersTo(queue);
    const summary = { summary: paused ? `Stop the queue of ${queue}` : `Start the queue of ${queue}` };
    try {
      const order = { queue, ...(paused && { paused: { by: paused.by, reason: paused.reason } }) };
      const result = await pace.call(() => setDispatch.executeWithOptions(summary, [order]));
      control.applied(queue, ticket, result);
    } catch (error) {
      refuseOwnErrors(error);
      control.failed(queue, ticket);
    }
  }
}

/** After a resume, has every paused lifecycle look again. */
export async function wakeLifecycles(control: Control, pace: Pace): Promise<never> {
  for (;;) {
    const dueAt = control.nextWakeAt();
    const isChanged = () => control.nextWakeAt() !== dueAt;
    await pace.pause(dueAt, 'Until paused lifecycles are woken', isChanged);
    if (!control.isWakeDue()) continue;
    const startedAt = Date.now();
    try {
      await pace.call(() => wakePaused.executeWithOptions({ summary: 'Wake paused lifecycles' }, []));
      control.woken(startedAt);
    } catch (error) {
      refuseOwnErrors(error);
      control.wakeFailed(startedAt);
    }
  }
}

/** Rethrows everything but a failed activity. */
function refuseOwnErrors(error: unknown): void {
  if (isContinuing(error)) throw error;
  failureKind(error);
}
