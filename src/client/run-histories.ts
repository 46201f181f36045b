import type { Payload } from '@temporalio/common';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import type { ClientContext } from './context.js';
import { UnavailableError } from './errors.js';
import type { HistoryEvent } from './history.js';
import { findRun, predecessorIn } from './runs.js';
import { isNotFound, isUnavailable, withinTimeout } from './timeouts.js';

/** One run of a lifecycle, with all its history events, oldest first. */
export interface RunHistory {
  readonly runId: string;
  readonly events: readonly HistoryEvent[];
  /** The run before: the one that continued as new in this one, or that this one was started after. */
  readonly predecessor: string | undefined;
}

export interface RunsRequest {
  /** The newest run to read; the latest unless given. */
  readonly runId?: string | undefined;
  /** No more runs than this; `predecessor` of the last says whether there are others. */
  readonly mostRuns: number;
}

/**
 * The runs of a lifecycle, the newest first: those that continued as new, those that an event or a recovery started after
 * a closed one, as long as Temporal retains them. Reads one run at a time, so the caller can stop; needs no worker, and
 * does not depend on visibility. The history of a run is bounded by continue-as-new.
 */
export async function* readRuns(
  context: ClientContext,
  workflowId: string,
  { runId, mostRuns }: RunsRequest,
): AsyncGenerator<RunHistory> {
  let next = runId ?? (await findRun(context, workflowId))?.runId;
  for (let read = 0; next !== undefined && read < mostRuns; read++) {
    const events = await readHistory(context, workflowId, next);
    // retention has passed
    if (events.length === 0) return;
    const predecessor = await predecessorIn(context, events[0]);
    yield { runId: next, events, predecessor };
    next = predecessor;
  }
}

/** The run that this one continued as new in, if it did. */
export function successorIn(events: readonly HistoryEvent[]): string | undefined {
  return events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? undefined;
}

/** All events of one run so far, oldest first; none when there is no such run. */
export async function readHistory(
  context: ClientContext,
  workflowId: string,
  runId: string,
): Promise<HistoryEvent[]> {
  const { client } = context;
  const events: HistoryEvent[] = [];
  let token: Uint8Array | undefined;
  do {
    const request = {
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      skipArchival: true,
      ...(token && { nextPageToken: token }),
    };
    try {
      const reply = await withinTimeout(context, () =>
        client.workflowService.getWorkflowExecutionHistory(request),
      );
      events.push(...(reply.history?.events ?? []));
      token = reply.nextPageToken.length === 0 ? undefined : reply.nextPageToken;
    } catch (error) {
      if (isNotFound(error)) return [];
      throw isUnavailable(error) ? new UnavailableError('Temporal is not responding.') : error;
    }
  } while (token);
  return events;
}

/** Payloads of a history event as values. */
export function decode(
  { client }: ClientContext,
  payloads: Payload[] | null | undefined,
): Promise<unknown[]> {
  return decodeArrayFromPayloads(client.options.loadedDataConverter, payloads);
}

type Timestamp = HistoryEvent['eventTime'];

/** A time of Temporal, in milliseconds since the epoch; undefined where there is none. */
export function msOf(time: Timestamp): number | undefined {
  if (!time) return undefined;
  return Number(time.seconds ?? 0) * 1_000 + Math.floor((time.nanos ?? 0) / 1e6);
}
