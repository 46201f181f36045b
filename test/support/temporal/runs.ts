import type { Client } from '@temporalio/client';
import { waitUntil } from '../wait-until.js';

/** Every run under a workflow id, the first one first. */
export async function runsOf(client: Client, workflowId: string) {
  const { runId } = await client.workflow.getHandle(workflowId).describe();
  const runs: { readonly runId: string; readonly events: HistoryEvents }[] = [];
  for (let next: string | undefined = runId; next !== undefined;) {
    const { events } = await client.workflow.getHandle(workflowId, next).fetchHistory();
    runs.unshift({ runId: next, events: events ?? [] });
    next = events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || undefined;
  }
  return runs;
}

/** How many runs a closed workflow has had, over all of its chains. */
export async function countRuns(client: Client, workflowId: string): Promise<number> {
  const { runId } = await client.workflow.getHandle(workflowId).describe();
  return waitUntil(`the runs of ${workflowId} in the lists`, async () => {
    const runs: string[] = [];
    for await (const run of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
      if (run.status.name !== 'RUNNING') runs.push(run.runId);
    }
    // lists lag behind: they show the last run after all others
    return runs.includes(runId) && runs.length;
  });
}

type HistoryEvents = NonNullable<
  Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>['events']
>;

/** The types of the failures that updates of this run ended with. */
export function failedUpdates({ events }: { readonly events: HistoryEvents }): string[] {
  return events.flatMap(({ workflowExecutionUpdateCompletedEventAttributes: completed }) => {
    const type = completed?.outcome?.failure?.applicationFailureInfo?.type;
    return type ? [type] : [];
  });
}
