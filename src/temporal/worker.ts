import { hostname } from 'node:os';
import {
  type NativeConnection,
  Worker,
  type WorkerOptions,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import type { DataConverter } from '@temporalio/common';
import { KILL_AFTER_MS, SHUTDOWN_GRACE_MS } from '../domain/timeouts.js';
import { identityWith } from '../domain/rules-of-worker.js';
import { KNOWN_RULES } from '../domain/rules-version.js';
import type { LifecycleObserver } from '../domain/lifecycle/observer.js';
import { chargesQueue, effectsQueue, payoutsQueue } from '../domain/task-queues.js';
import { bringSettings } from './bring-settings.js';
import { lifecycleSinks } from './lifecycle-sinks.js';

export interface WorkersWanted {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly workflowBundle: WorkflowBundleOption;
  readonly dataConverter: DataConverter;
  readonly activities: object;
  /** Of this worker: a run gets them with its first result. */
  readonly settings: () => Promise<unknown>;
  readonly maxCachedWorkflows?: number;
  /** The versions of the rules in its bundle, if it is of other code than this. */
  readonly rules?: readonly number[];
  readonly observer?: LifecycleObserver;
}

/** The SDK's fixed pollers starve new workflows under load; autoscaling ones do not. */
const POLLERS = { type: 'autoscaling', minimum: 1, initial: 5, maximum: 50 } as const;

/** For queues that are mostly idle: one poller waits, and the server asks for more when tasks queue up. */
const IDLE_POLLERS = { ...POLLERS, initial: 1 } as const;

const ACTIVITY_WORKER = {
  activityTaskPollerBehavior: POLLERS,
  maxConcurrentActivityTaskExecutions: 200,
  shutdownGraceTime: SHUTDOWN_GRACE_MS,
  shutdownForceTime: KILL_AFTER_MS,
} satisfies Partial<WorkerOptions>;

/** Runs only the activities of a vault, on the task queue that no other worker serves. */
export function createVaultWorker(
  wanted: Omit<WorkersWanted, 'workflowBundle' | 'observer' | 'settings'>,
): Promise<Worker> {
  return Worker.create({ ...wanted, ...ACTIVITY_WORKER });
}

/**
 * Four workers in one process: workflows and gateway reads on one queue, and activity-only workers for the
 * queues of changes, payouts and charges. On shutdown each waits for calls in progress, so that no gateway
 * reply is lost.
 */
export async function createWorkers(wanted: WorkersWanted): Promise<Worker[]> {
  const { taskQueue, workflowBundle, maxCachedWorkflows, rules = KNOWN_RULES, ...more } = wanted;
  const { observer, settings, ...shared } = more;
  const interceptors = { activity: [bringSettings(settings)] };
  const common: Omit<WorkerOptions, 'taskQueue'> = { ...shared, ...ACTIVITY_WORKER, interceptors };
  const lifecycles = await Worker.create({
    ...common,
    taskQueue,
    workflowBundle,
    identity: identityWith(`${process.pid}@${hostname()}`, rules),
    sinks: lifecycleSinks(observer),
    workflowTaskPollerBehavior: POLLERS,
    maxConcurrentWorkflowTaskExecutions: 100,
    maxCachedWorkflows: maxCachedWorkflows ?? 1_000,
    // how long a workflow task waits for the worker that cached the workflow, after that worker died
    stickyQueueScheduleToStartTimeout: '5s',
  });
  const effects = await Worker.create({ ...common, taskQueue: effectsQueue(taskQueue) });
  const idle = { ...common, activityTaskPollerBehavior: IDLE_POLLERS };
  const payouts = await Worker.create({ ...idle, taskQueue: payoutsQueue(taskQueue) });
  const charges = await Worker.create({ ...idle, taskQueue: chargesQueue(taskQueue) });
  return [lifecycles, effects, payouts, charges];
}
