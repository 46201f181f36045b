import type { Client } from '@temporalio/client';

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
