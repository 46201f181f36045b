import { type Client, isGrpcServiceError, type WorkflowService } from '@temporalio/client';
import { type PausableQueue, taskQueueOf } from '../src/domain/pause/pause.js';
import { GRPC } from '../src/domain/grpc-status.js';

export interface DispatchOrder {
  readonly queue: PausableQueue;
  /** Stops the queue; without it the queue runs. */
  readonly paused?: { readonly by: string; readonly reason: string };
}

type QueueType = NonNullable<Parameters<WorkflowService['updateTaskQueueConfig']>[0]['taskQueueType']>;
/** The API's number for queues of activities. */
const ACTIVITIES = 2 as unknown as QueueType;

/**
 * Stops or starts the dispatch of a task queue: a rate of zero holds back tasks that are already scheduled. Starting it
 * removes the rate instead of setting another, so that a rate which workers ask for applies again.
 */
export async function setDispatch(
  client: Client,
  taskQueue: string,
  { queue, paused }: DispatchOrder,
): Promise<'stopped' | 'running' | 'not-supported'> {
  const request = {
    namespace: client.options.namespace,
    identity: paused?.by ?? 'oware',
    taskQueue: taskQueueOf(queue, taskQueue),
    taskQueueType: ACTIVITIES,
    updateQueueRateLimit: paused
      ? { rateLimit: { requestsPerSecond: 0 }, reason: paused.reason }
      : { reason: 'resumed' },
  };
  try {
    await client.workflowService.updateTaskQueueConfig(request);
    return paused ? 'stopped' : 'running';
  } catch (error) {
    if (isGrpcServiceError(error) && (error.code as number) === GRPC.UNIMPLEMENTED) return 'not-supported';
    throw error;
  }
}
