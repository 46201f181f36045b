import type { Client } from '@temporalio/client';

type HistoryEvent = NonNullable<
  Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>['events']
>[number];

/** What a batch and its parts wrote into history, over all their runs. */
export interface BatchCost {
  readonly runs: number;
  /** Of the run with the longest history, everything included. */
  readonly largestRun: number;
  readonly total: number;
  /** Without the gateway's events about rows, and without the workflow tasks that they caused. */
  readonly own: number;
}

export async function costOfBatch(client: Client, reference: string, parts: number): Promise<BatchCost> {
  const partIds = Array.from({ length: parts }, (_, index) => `batch-part:${reference}/${index + 1}`);
  const runs: { readonly total: number; readonly own: number }[] = [];
  for (const workflowId of [`batch:${reference}`, ...partIds]) {
    for await (const { runId } of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
      const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      const all = events ?? [];
      runs.push({ total: all.length, own: all.length - ofRowEvents(all) });
    }
  }
  return {
    runs: runs.length,
    largestRun: Math.max(...runs.map(({ total }) => total)),
    total: runs.reduce((sum, { total }) => sum + total, 0),
    own: runs.reduce((sum, { own }) => sum + own, 0),
  };
}

/** Signals about rows, and tasks that such a signal began. */
function ofRowEvents(events: readonly HistoryEvent[]): number {
  let count = 0;
  let isCausedByRow = false;
  for (const [index, event] of events.entries()) {
    if (event.workflowTaskScheduledEventAttributes) isCausedByRow = isRowEvent(events[index - 1]);
    if (isRowEvent(event) || (isTaskEvent(event) && isCausedByRow)) count += 1;
  }
  return count;
}

function isTaskEvent(event: HistoryEvent): boolean {
  return Boolean(
    event.workflowTaskScheduledEventAttributes ??
    event.workflowTaskStartedEventAttributes ??
    event.workflowTaskCompletedEventAttributes ??
    event.workflowTaskTimedOutEventAttributes ??
    event.workflowTaskFailedEventAttributes,
  );
}

function isRowEvent(event: HistoryEvent | undefined): boolean {
  const { input } = event?.workflowExecutionSignaledEventAttributes ?? {};
  const [payload] = input?.payloads ?? [];
  if (!payload?.data) return false;
  const { kind } = JSON.parse(Buffer.from(payload.data).toString()) as { readonly kind?: unknown };
  return kind === 'disbursement';
}
