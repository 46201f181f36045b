import { type ActivityInterfaceFor, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { chargesQueue, effectsQueue, payoutsQueue } from '../../../src/domain/task-queues.js';
import { CHANGES, MOVES_MONEY } from './activity-options.js';

/**
 * What was read before a request that moves money, such as an attempt that failed or a payment that is refunded, may be
 * corrected while it waits in the queue: after so long it has surely not left, and everything before the send is done again.
 */
const LONGEST_IN_QUEUE_MS = 3_600_000;

/**
 * Gateway writes run on separate queues, so that operators can pause and rate-limit them while reads
 * continue: changes that move no money, payouts, and charges. A write that no worker picks up in time is
 * never sent.
 */
const QUEUES = {
  changes: { options: CHANGES, queueOf: effectsQueue, longestMs: Infinity },
  payouts: { options: MOVES_MONEY, queueOf: payoutsQueue, longestMs: LONGEST_IN_QUEUE_MS },
  charges: { options: MOVES_MONEY, queueOf: chargesQueue, longestMs: LONGEST_IN_QUEUE_MS },
} as const;

type Kind = keyof typeof QUEUES;

/** How long a write may wait in its queue that must leave within so long. */
export const waitInQueueMs = (kind: Kind, ms: number): number =>
  Math.max(Math.ceil(Math.min(ms, QUEUES[kind].longestMs)), 1);

export function effectsWithin(kind: Kind, ms: number): ActivityInterfaceFor<Activities> {
  const { options, queueOf } = QUEUES[kind];
  return proxyActivities<Activities>({
    ...options,
    taskQueue: queueOf(workflowInfo().taskQueue),
    scheduleToStartTimeout: waitInQueueMs(kind, ms),
  });
}

export function changesWithin(ms: number): ActivityInterfaceFor<Activities> {
  return effectsWithin('changes', ms);
}
