import { randomUUID } from 'node:crypto';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { checkProgress, requestCheck } from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { InProgressError } from './errors.js';
import { followHistory, type HistoryEvent, type HistoryPage } from './history.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { queryRun, readLifecycle } from './read.js';

interface Target {
  readonly kind: AnyKind;
  readonly reference: string;
}

/**
 * Requests a check with the gateway and returns the lifecycle as soon as a check that started after the request is
 * done, or on timeout. The request is a signal with an id; when a run continues as new, the next run takes it over. The
 * history shows when a query is worth its cost.
 */
export async function confirm<Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  { kind, reference }: Target,
  ms: number,
): Promise<Snapshot> {
  const until = Date.now() + ms;
  const workflowId = idOf(kind, reference);
  const id = randomUUID();
  const history = followHistory(context, workflowId);
  // read first, to know which run receives the request, or which one takes it over
  const past = await history.next(until);
  const isSent = past !== undefined && !past.isClosed && (await request(context, workflowId, id));
  const mayBeAnswered = createAnswerWatch(context.client, id, past?.runId);
  for (let page = isSent ? await history.next(until) : undefined; page; page = await history.next(until)) {
    if (page.isClosed) break;
    if (!(await mayBeAnswered(page))) continue;
    const progress = await progressOf({ ...context, timeoutMs: until - Date.now() }, id, {
      kind,
      workflowId,
      runId: page.runId,
    });
    if (progress?.answered) return progress.snapshot as Snapshot;
  }
  return readLifecycle<Snapshot>(context, kind, reference);
}

/** False when no run is open; reading the lifecycle then shows how it ended. */
async function request(context: ClientContext, workflowId: string, id: string): Promise<boolean> {
  const handle = context.client.workflow.getHandle(workflowId);
  try {
    await withinTimeout(context, () => handle.signal(requestCheck, id));
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Undefined while the run is still loading its state; it may answer the next query. */
async function progressOf(
  context: ClientContext,
  id: string,
  run: { readonly kind: AnyKind; readonly workflowId: string; readonly runId: string | undefined },
) {
  try {
    return await queryRun(context, run, checkProgress, id);
  } catch (error) {
    if (error instanceof InProgressError) return undefined;
    throw error;
  }
}

/**
 * Decides after which pages of history the request may be answered: when an activity that was scheduled after the
 * request has ended. A run may also answer without any activity, when it has nothing to check with the gateway: so the
 * first workflow task that has received the request and scheduled nothing is worth one query, and so is one after a
 * timer, because a check may have to wait for its turn.
 */
export function createAnswerWatch(client: Client, id: string, firstRunId: string | undefined) {
  let isSeen = false;
  let hasQueriedIdleRun = false;
  const scheduled = new Set<string>();

  return async ({ runId, events }: HistoryPage): Promise<boolean> => {
    // the next run has taken the request over
    if (runId !== firstRunId) isSeen = true;
    let hasEndedActivity = false;
    let hasTaskCompleted = false;
    for (const event of events) {
      isSeen ||= await isRequest(client, event, id);
      if (!isSeen) continue;
      const name = `${runId}:${String(event.eventId)}`;
      if (event.activityTaskScheduledEventAttributes) scheduled.add(name);
      if (event.timerFiredEventAttributes) hasQueriedIdleRun = false;
      if (event.workflowTaskCompletedEventAttributes) hasTaskCompleted = true;
      const ended = endedActivity(event);
      if (ended !== undefined && scheduled.has(`${runId}:${ended}`)) hasEndedActivity = true;
    }
    if (hasEndedActivity || hasQueriedIdleRun || !hasTaskCompleted || scheduled.size > 0)
      return hasEndedActivity;
    hasQueriedIdleRun = true;
    return true;
  };
}

async function isRequest(client: Client, event: HistoryEvent, id: string): Promise<boolean> {
  const signal = event.workflowExecutionSignaledEventAttributes;
  if (signal?.signalName !== requestCheck.name) return false;
  const given = await decodeArrayFromPayloads(client.options.loadedDataConverter, signal.input?.payloads);
  return given[0] === id;
}

function endedActivity(event: HistoryEvent): string | undefined {
  const ended =
    event.activityTaskCompletedEventAttributes ??
    event.activityTaskFailedEventAttributes ??
    event.activityTaskTimedOutEventAttributes;
  return ended?.scheduledEventId == null ? undefined : String(ended.scheduledEventId);
}
