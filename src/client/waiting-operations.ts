import type { WorkflowExecutionInfo, WorkflowService } from '@temporalio/client';
import { openOperations } from '../../workflows/shared/messages.js';
import { addressIn } from '../domain/lifecycle/address.js';
import { type Kobo, kobo } from '../domain/money.js';
import { type PausableQueue, PAUSABLE_QUEUES, taskQueueOf } from '../domain/pause/pause.js';
import type { ClientContext } from './context.js';
import { AMOUNT, SINCE } from './search-attributes.js';
import { withinTimeout } from './timeouts.js';

/** A lifecycle that shows PAUSED. */
export interface WaitingOperation {
  /** The prefix of its workflow id. */
  readonly lifecycle: string;
  readonly reference: string;
  readonly amountKobo?: Kobo;
  /** Since when it waits. */
  readonly since?: string;
  /** After this moment it is not sent; missing when the lifecycle could not be read. */
  readonly notAfter?: string;
}

export interface WaitingOperations {
  /** How many there are. */
  readonly count: number;
  readonly operations: readonly WaitingOperation[];
  /** Sends that were scheduled before the pause and wait in the task queue; about, as Temporal counts. */
  readonly inQueue: Readonly<Record<PausableQueue, number>>;
}

type QueueType = NonNullable<Parameters<WorkflowService['describeTaskQueue']>[0]['taskQueueType']>;
/** The API's number for queues of activities. */
const ACTIVITIES = 2 as unknown as QueueType;

const DEFAULT_LIMIT = 100;
const AT_ONCE = 10;

/** Lists what waits because of a pause. It reads the list, which lags a little, and then each lifecycle. */
export async function listWaiting(context: ClientContext, limit = DEFAULT_LIMIT): Promise<WaitingOperations> {
  const { client, taskQueue } = context;
  const query = `OwareState = 'PAUSED' AND ExecutionStatus = 'Running' AND TaskQueue = ${JSON.stringify(taskQueue)}`;
  const { count } = await withinTimeout(context, () => client.workflow.count(query));
  const found: WorkflowExecutionInfo[] = [];
  await withinTimeout(context, async () => {
    for await (const run of client.workflow.list({ query, pageSize: limit })) {
      if (found.push(run) >= limit) return;
    }
  });
  const operations: WaitingOperation[] = [];
  for (let first = 0; first < found.length; first += AT_ONCE) {
    const some = found.slice(first, first + AT_ONCE);
    operations.push(...(await Promise.all(some.map((run) => toWaiting(context, run)))));
  }
  const inQueue = await Promise.all(
    PAUSABLE_QUEUES.map(async (queue) => [queue, await tasksIn(context, queue)] as const),
  );
  return {
    count,
    operations: operations.toSorted(byDeadline),
    inQueue: Object.fromEntries(inQueue) as Record<PausableQueue, number>,
  };
}

/** The nearest deadline first. */
function byDeadline(one: WaitingOperation, other: WaitingOperation): number {
  return deadlineMs(one) - deadlineMs(other);
}

const deadlineMs = ({ notAfter }: WaitingOperation) =>
  notAfter === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(notAfter);

async function toWaiting(
  context: ClientContext,
  { workflowId, typedSearchAttributes }: WorkflowExecutionInfo,
): Promise<WaitingOperation> {
  const { lifecycle, reference } = addressIn(workflowId) ?? { lifecycle: '', reference: workflowId };
  const amount = typedSearchAttributes.get(AMOUNT);
  const since = typedSearchAttributes.get(SINCE);
  const handle = context.client.workflow.getHandle(workflowId);
  // without a worker the list is still useful
  const open = await withinTimeout(context, () => handle.query(openOperations)).catch(() => []);
  const deadlines = open.flatMap(({ phase, notAfter }) => (phase === 'send' && notAfter ? [notAfter] : []));
  const [notAfter] = deadlines.toSorted();
  return {
    lifecycle,
    reference,
    ...(amount !== undefined && { amountKobo: kobo(amount) }),
    ...(since && { since: since.toISOString() }),
    ...(notAfter !== undefined && { notAfter }),
  };
}

/** About how many activities wait in the task queue. */
async function tasksIn(context: ClientContext, queue: PausableQueue): Promise<number> {
  const { client, taskQueue } = context;
  const request = {
    namespace: client.options.namespace,
    taskQueue: { name: taskQueueOf(queue, taskQueue) },
    taskQueueType: ACTIVITIES,
    reportStats: true,
  };
  const { stats } = await withinTimeout(context, () => client.workflowService.describeTaskQueue(request));
  return Number(stats?.approximateBacklogCount ?? 0);
}
