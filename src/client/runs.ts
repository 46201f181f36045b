import {
  type Client,
  type WorkflowExecutionDescription,
  type WorkflowExecutionStatusName,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { UnavailableError } from './errors.js';
import { isSilence, withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';

/** The run that this one was started to recover from, or to take over from by an event. */
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
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  const converter = client.options.loadedDataConverter;
  const [input] = await decodeArrayFromPayloads(converter, started?.input?.payloads);
  // whatever it is: it was refused
  const given = (typeof input === 'object' ? input : null) as Record<string, unknown> | null;
  const previous = given?.recoverFrom ?? given?.previousRunId;
  return typeof previous === 'string' ? previous : undefined;
}

type Run = Pick<WorkflowExecutionDescription, 'status'>;

/** The latest run under this id; undefined where there never was one, or where Temporal has forgotten it. */
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
    if (isSilence(error)) throw new UnavailableError('Temporal does not answer');
    throw error;
  }
}

type Status = WorkflowExecutionStatusName;

/** One that continued as new has a successor, which is not shown for a moment. */
const OPEN: readonly Status[] = ['RUNNING', 'PAUSED', 'CONTINUED_AS_NEW'];

/** Ends without a result. */
const LOST: readonly Status[] = ['TERMINATED', 'FAILED', 'TIMED_OUT', 'CANCELLED'];

export function isOpenRun({ status }: Run): boolean {
  return OPEN.includes(status.name);
}

export function isLostRun({ status }: Run): boolean {
  return LOST.includes(status.name);
}
