import type { Client } from '@temporalio/client';
import { RESERVED_ACCOUNT } from '../../../workflows/reserved-account/messages.js';

/** One run of the account, as its history has it. */
export interface Run {
  /** The size of the state that the previous run carried over, as JSON. */
  readonly carriedBytes: number;
  readonly historyEvents: number;
  readonly status: string;
  /** Workflow tasks that failed, by cause. */
  readonly failedTasks: readonly string[];
}

/** The server's causes for tasks that it retries because events arrived meanwhile. */
const RETRIED: Readonly<Record<number, string>> = { 1: 'unhandled-command', 17: 'force-close-command' };

export const isMistake = (failure: string) => !Object.values(RETRIED).includes(failure);

/** Every run of the account, the first one first. */
export async function runsOf(client: Client, workflowId: string): Promise<Run[]> {
  const found: { runId: string; status: string; startedAt: number }[] = [];
  const query = `WorkflowId = '${workflowId}' AND WorkflowType = '${RESERVED_ACCOUNT.type}'`;
  for await (const run of client.workflow.list({ query })) {
    found.push({ runId: run.runId, status: run.status.name, startedAt: run.startTime.getTime() });
  }
  found.sort((one, other) => one.startedAt - other.startedAt);
  const runs: Run[] = [];
  for (const { runId, status } of found) {
    const events = await historyOf(client, workflowId, runId);
    const started = events[0]?.workflowExecutionStartedEventAttributes;
    runs.push({
      carriedBytes: started?.input?.payloads?.[0]?.data?.length ?? 0,
      historyEvents: events.length,
      status,
      failedTasks: events.flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
        failed ? [RETRIED[failed.cause as number] ?? `${failed.cause} ${failed.failure?.message}`] : [],
      ),
    });
  }
  return runs;
}

/** In small pages: one of a thousand events would exceed the client's message limit. */
async function historyOf({ workflowService, options }: Client, workflowId: string, runId: string) {
  const events = [];
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await workflowService.getWorkflowExecutionHistory({
      namespace: options.namespace,
      execution: { workflowId, runId },
      maximumPageSize: 100,
      ...(nextPageToken && { nextPageToken }),
    });
    events.push(...(page.history?.events ?? []));
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0);
  return events;
}
