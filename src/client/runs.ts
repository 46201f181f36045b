import {
  type Client,
  type WorkflowExecutionDescription,
  type WorkflowExecutionStatusName,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { UnavailableError } from './errors.js';
import type { HistoryEvent } from './history.js';
import { isUnavailable, withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';

/** The run that this one recovers from, or continues because of an event. */
export async function predecessorOf(
  context: ClientContext,
  { workflowId, runId }: Pick<WorkflowExecutionDescription, 'workflowId' | 'runId'>,
): Promise<string | undefined> {
  const { client } = context;
  const { history } = await withinTimeout(context, () =>
    client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      maximumPageSize: 1,
    }),
  );
  return predecessorIn(context, history?.events?.[0]);
}

/** The same, by the first history event of the run: the run that it recovers from, or continues. */
export async function predecessorIn(
  { client }: ClientContext,
  first: HistoryEvent | undefined,
): Promise<string | undefined> {
  const started = first?.workflowExecutionStartedEventAttributes;
  if (started?.continuedExecutionRunId) return started.continuedExecutionRunId;
  const converter = client.options.loadedDataConverter;
  const [input] = await decodeArrayFromPayloads(converter, started?.input?.payloads);
  // a run may have refused its input, so it may be anything
  const given = (typeof input === 'object' ? input : null) as Record<string, unknown> | null;
  const previous = given?.recoverFrom ?? given?.previousRunId;
  return typeof previous === 'string' ? previous : undefined;
}

/** When describe and start are further apart than this, another message may have started a run in between. */
export const STALE_AFTER_MS = 1_000;

type Run = Pick<WorkflowExecutionDescription, 'status'>;

/** The latest run with this id; undefined if there never was one, or if its retention period has passed. */
export async function latestRun(
  client: Client,
  workflowId: string,
): Promise<WorkflowExecutionDescription | undefined> {
  try {
    return await client.workflow.getHandle(workflowId).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/** The same, within the caller's timeout. */
export async function findRun(context: ClientContext, workflowId: string) {
  try {
    return await withinTimeout(context, () => latestRun(context.client, workflowId));
  } catch (error) {
    if (isUnavailable(error)) throw new UnavailableError('Temporal is not responding.');
    throw error;
  }
}

type Status = WorkflowExecutionStatusName;

/** A run that continued as new has a successor, which `describe` may not show yet. */
const OPEN_STATUSES: readonly Status[] = ['RUNNING', 'PAUSED', 'CONTINUED_AS_NEW'];

/** Ended without a result. */
const LOST_STATUSES: readonly Status[] = ['TERMINATED', 'FAILED', 'TIMED_OUT', 'CANCELLED'];

export function isOpenRun({ status }: Run): boolean {
  return OPEN_STATUSES.includes(status.name);
}

export function isLostRun({ status }: Run): boolean {
  return LOST_STATUSES.includes(status.name);
}
