import type { WorkflowService } from '@temporalio/client';
import { UnavailableError } from './errors.js';
import { isNotFound, isUnavailable, isTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';

type Reply = Awaited<ReturnType<WorkflowService['getWorkflowExecutionHistory']>>;

export type HistoryEvent = NonNullable<NonNullable<Reply['history']>['events']>[number];

/** The history events of one run since the previous page. */
export interface HistoryPage {
  readonly runId: string | undefined;
  readonly events: readonly HistoryEvent[];
  /** The run has closed and no other continues it, or there never was one. */
  readonly isClosed: boolean;
}

export type History = ReturnType<typeof followHistory>;

/**
 * Follows the history of a lifecycle from run to run. It is a long poll, because a waiting update would take one of the
 * ten that a run may have in flight. The existing history comes first, without waiting.
 */
export function followHistory({ client }: ClientContext, workflowId: string, firstRunId?: string) {
  let runId = firstRunId;
  let nextPageToken: Uint8Array | undefined;

  const ask = () =>
    client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId, ...(runId !== undefined && { runId }) },
      waitNewEvent: true,
      skipArchival: true,
      ...(nextPageToken && { nextPageToken }),
    });

  return {
    /** Undefined after the deadline `until`, in milliseconds since the epoch. */
    async next(until: number): Promise<HistoryPage | undefined> {
      if (Date.now() >= until) return undefined;
      try {
        const reply = await client.withDeadline(until, ask);
        const events = reply.history?.events ?? [];
        runId = events[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId ?? runId;
        const page = { runId, events };
        const isEnded = reply.nextPageToken.length === 0;
        const successor = events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
        nextPageToken = isEnded ? undefined : reply.nextPageToken;
        if (isEnded && successor) runId = successor;
        return { ...page, isClosed: isEnded && !successor };
      } catch (error) {
        if (isTimeout(error)) return undefined;
        if (isNotFound(error)) return { runId, events: [], isClosed: true };
        throw isUnavailable(error) ? new UnavailableError('Temporal is not responding.') : error;
      }
    },
  };
}
