import { type ActivityInterfaceFor, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { effectsQueue } from '../../src/domain/task-queues.js';
import { CHANGES } from './policies.js';

/**
 * Deeds that change something at the gateway run on a queue of their own, which can be paused and
 * rate-limited while questions go on. One that is not taken up in the time left is never sent.
 */
export function changesWithin(ms: number): ActivityInterfaceFor<Activities> {
  return proxyActivities<Activities>({
    ...CHANGES,
    taskQueue: effectsQueue(workflowInfo().taskQueue),
    scheduleToStartTimeout: Math.max(ms, 1),
  });
}
