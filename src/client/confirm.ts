import { randomUUID } from 'node:crypto';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { checkProgress, requestCheck } from '../../workflows/shared/messages.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { StillWorkingError } from './errors.js';
import { followHistory, type HistoryEvent, type HistoryPage } from './history.js';
import { idOf } from './ids.js';
import type { AnyKind } from './kinds.js';
import { withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { queryRun, readLifecycle } from './read.js';

interface Which {
  readonly kind: AnyKind;
  readonly reference: string;
}

/**
 * Requests a check with the gateway and returns the lifecycle as soon as a check that was started after the request is
 * done, at latest when the time is over. The request is a signal with an id, which the next run takes over where a run
 * continues as new; history tells when a query is worth its price.
 */
export async function confirm<Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  { kind, reference }: Which,
  ms: number,
): Promise<Snapshot> {
  const until = Date.now() + ms;
  const workflowId = idOf(kind, reference);
  const id = randomUUID();
  const history = followHistory(context, workflowId);
  // read first, so that it is known in which run the request arrives, or which one took it over
  const past = await history.next(until);
  const isSent = past !== undefined && !past.isClosed && (await request(context, workflowId, id));
  const isWorthAsking = watchFor(context.client, id, past?.runId);
  for (let page = isSent ? await history.next(until) : undefined; page; page = await history.next(until)) {
    if (page.isClosed) break;
    if (!(await isWorthAsking(page))) continue;
    const progress = await progressOf({ ...context, timeoutMs: until - Date.now() }, id, {
      kind,
      workflowId,
      runId: page.runId,
    });
    if (progress?.answered) return progress.snapshot as Snapshot;
  }
  return readLifecycle<Snapshot>(context, kind, reference);
}

/** False when there is no run to check; reading it tells how it ended. */
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

/** A run that cannot answer now, because it is still loading its state, may answer the next time. */
async function progressOf(
  context: ClientContext,
  id: string,
  run: { readonly kind: AnyKind; readonly workflowId: string; readonly runId: string | undefined },
) {
  try {
    return await queryRun(context, run, checkProgress, id);
  } catch (error) {
    if (error instanceof StillWorkingError) return undefined;
    throw error;
  }
}

/**
 * Tells after which pages of history the request may have been answered: when an activity has ended that was
 * scheduled after it. A run may also answer without any activity, because it has nothing to ask the gateway about: so
 * the first workflow task that has seen the request and scheduled nothing is worth one question.
 */
function watchFor(client: Client, id: string, firstRunId: string | undefined) {
  let isSeen = false;
  let hasAskedOnce = false;
  const scheduled = new Set<string>();

  return async ({ runId, events }: HistoryPage): Promise<boolean> => {
    // the next run has taken the request over
    if (runId !== firstRunId) isSeen = true;
    let isWorth = false;
    let isIdle = false;
    for (const event of events) {
      isSeen ||= await isRequest(client, event, id);
      if (!isSeen) continue;
      const name = `${runId}:${String(event.eventId)}`;
      if (event.activityTaskScheduledEventAttributes) scheduled.add(name);
      if (event.workflowTaskCompletedEventAttributes) isIdle = true;
      const ended = endedActivity(event);
      if (ended !== undefined && scheduled.has(`${runId}:${ended}`)) isWorth = true;
    }
    if (isWorth || hasAskedOnce || !isIdle || scheduled.size > 0) return isWorth;
    hasAskedOnce = true;
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
