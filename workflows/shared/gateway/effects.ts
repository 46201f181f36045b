import { type ActivityInterfaceFor, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { chargesQueue, effectsQueue, payoutsQueue } from '../../../src/domain/task-queues.js';
import { CHANGES, MOVES_MONEY } from './activity-options.js';

/**
 * Gateway writes run on separate queues, so that operators can pause and rate-limit them while reads
 * continue: changes that move no money, payouts, and charges. A write that no worker picks up in time is
 * never sent.
 */
const QUEUES = {
  changes: { options: CHANGES, queueOf: effectsQueue },
  payouts: { options: MOVES_MONEY, queueOf: payoutsQueue },
  charges: { options: MOVES_MONEY, queueOf: chargesQueue },
} as const;

export function effectsWithin(kind: keyof typeof QUEUES, ms: number): ActivityInterfaceFor<Activities> {
  const { options, queueOf } = QUEUES[kind];
  return proxyActivities<Activities>({
    ...options,
    taskQueue: queueOf(workflowInfo().taskQueue),
    scheduleToStartTimeout: Math.max(Math.ceil(ms), 1),
  });
}

export function changesWithin(ms: number): ActivityInterfaceFor<Activities> {
  return effectsWithin('changes', ms);
}
