import {
  type NativeConnection,
  Worker,
  type WorkerOptions,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import type { DataConverter } from '@temporalio/common';
import { KILL_AFTER_MS, SHUTDOWN_GRACE_MS } from '../domain/patience.js';
import { effectsQueue } from '../domain/task-queues.js';

export interface WorkersWanted {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly workflowBundle: WorkflowBundleOption;
  readonly dataConverter: DataConverter;
  readonly activities: object;
  readonly maxCachedWorkflows?: number;
}

/** The SDK's fixed pollers starve new workflows under load; autoscaling ones do not. */
const POLLERS = { type: 'autoscaling', minimum: 1, initial: 5, maximum: 50 } as const;

const PERFORMER = {
  activityTaskPollerBehavior: POLLERS,
  maxConcurrentActivityTaskExecutions: 200,
  shutdownGraceTime: SHUTDOWN_GRACE_MS,
  shutdownForceTime: KILL_AFTER_MS,
} satisfies Partial<WorkerOptions>;

/** Performs activities only: those of a desk, on the queue that nobody else serves. */
export function createDeskWorker(wanted: Omit<WorkersWanted, 'workflowBundle'>): Promise<Worker> {
  return Worker.create({ ...wanted, ...PERFORMER });
}

/**
 * Two workers in one process: stories and questions on one queue, effects on the other. Each waits on
 * shutdown for calls under way, so that an answer on its way to us is not thrown away.
 */
export async function createWorkers(wanted: WorkersWanted): Promise<Worker[]> {
  const { taskQueue, workflowBundle, maxCachedWorkflows, ...shared } = wanted;
  const common: Omit<WorkerOptions, 'taskQueue'> = { ...shared, ...PERFORMER };
  const stories = await Worker.create({
    ...common,
    taskQueue,
    workflowBundle,
    workflowTaskPollerBehavior: POLLERS,
    maxConcurrentWorkflowTaskExecutions: 100,
    maxCachedWorkflows: maxCachedWorkflows ?? 1_000,
    // how long a story waits for the worker that knew it, after that worker died
    stickyQueueScheduleToStartTimeout: '5s',
  });
  const effects = await Worker.create({ ...common, taskQueue: effectsQueue(taskQueue) });
  return [stories, effects];
}
