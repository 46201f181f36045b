import type { Client } from '@temporalio/client';
import { BATCH } from '../../workflows/batch/messages.js';
import { BATCH_PART } from '../../workflows/batch-part/messages.js';

/** When Temporal stored the gateway's event about a checkout; undefined if it has none. */
export async function signalStoredAt(client: Client, reference: string): Promise<number | undefined> {
  const { events } = await client.workflow.getHandle(`checkout:${reference}`).fetchHistory();
  const signalled = events?.find(
    ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName === 'gatewayEvent',
  );
  const { seconds, nanos } = signalled?.eventTime ?? {};
  return seconds == null ? undefined : Number(seconds) * 1_000 + (nanos ?? 0) / 1_000_000;
}

/** How many runs of the batch and its parts each cause started. */
export async function countStarts(client: Client): Promise<Readonly<Record<string, number>>> {
  const starts: Record<string, number> = { request: 0, 'gateway event': 0, 'continue-as-new': 0 };
  const query = `WorkflowType IN ('${BATCH.type}', '${BATCH_PART.type}')`;
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    const cause = await startOf(client, { workflowId, runId });
    starts[cause] = (starts[cause] ?? 0) + 1;
  }
  return starts;
}

async function startOf(client: Client, execution: { readonly workflowId: string; readonly runId: string }) {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution,
    maximumPageSize: 1,
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  if (started?.continuedExecutionRunId) return 'continue-as-new';
  const [payload] = started?.input?.payloads ?? [];
  const input = JSON.parse(Buffer.from(payload?.data ?? []).toString() || '{}') as { readonly from?: string };
  return input.from === 'event' ? 'gateway event' : 'request';
}
