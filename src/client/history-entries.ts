import {
  decodeOptionalFailureToOptionalError,
  decodeUserMetadata,
} from '@temporalio/common/lib/internal-non-workflow/index.js';
import { gatewayEvent } from '../../workflows/shared/messages.js';
import { redact } from '../domain/redact.js';
import { omitUndefined } from '../domain/omit-undefined.js';
import type { ClientContext } from './context.js';
import type { HistoryEvent } from './history.js';
import { decode, msOf, type RunHistory } from './run-histories.js';

/** One thing that happened to a lifecycle, in words that people read. */
export interface TimelineEntry {
  readonly at: string;
  readonly kind: 'state' | 'call' | 'webhook' | 'event' | 'command' | 'timer' | 'run';
  readonly what: string;
  readonly reason?: string;
  /** What was sent, without personal data. */
  readonly sent?: unknown;
  /** What came back, without personal data. */
  readonly answered?: unknown;
  readonly error?: string;
  /** More than one when it was retried. */
  readonly attempts?: number;
  readonly endedAt?: string;
}

/** What a run has begun and not ended. */
export interface Pending {
  readonly what: string;
  /** When it is due; absent for what is under way. */
  readonly dueAt?: string;
}

const DELIVERY = 'deliverWebhook';

/** What the history of one run shows, in the order in which it began. */
export async function entriesOf(
  context: ClientContext,
  { events }: Pick<RunHistory, 'events'>,
): Promise<readonly TimelineEntry[]> {
  const later = laterEvents(events);
  const entries = await Promise.all(events.map((event) => toEntry(context, event, later)));
  return entries.filter((entry) => entry !== undefined);
}

/** Timers and activities of a run that have not ended. */
export async function pendingIn(
  context: ClientContext,
  { events }: Pick<RunHistory, 'events'>,
): Promise<readonly Pending[]> {
  const later = laterEvents(events);
  const pending = await Promise.all(
    events.map(async (event): Promise<Pending | undefined> => {
      if (later.has(idIn(event))) return undefined;
      const timer = event.timerStartedEventAttributes;
      const call = event.activityTaskScheduledEventAttributes;
      if (timer) {
        const ms = (msOf(event.eventTime) ?? 0) + (msOf(timer.startToFireTimeout) ?? 0);
        return { what: await summaryOf(context, event, 'Timer'), dueAt: new Date(ms).toISOString() };
      }
      if (call) return { what: await summaryOf(context, event, call.activityType?.name ?? 'Activity') };
      return undefined;
    }),
  );
  return pending.filter((each) => each !== undefined);
}

const idIn = ({ eventId }: HistoryEvent) => String(eventId);

interface Later {
  attempts?: number;
  end?: HistoryEvent;
}

/** By the id of the event that began it: what an activity, a timer or an update came to. */
function laterEvents(events: readonly HistoryEvent[]): ReadonlyMap<string, Later> {
  const later = new Map<string, Later>();
  const add = (id: unknown, more: Later) => later.set(String(id), { ...later.get(String(id)), ...more });
  for (const event of events) {
    const started = event.activityTaskStartedEventAttributes;
    if (started) add(started.scheduledEventId, { attempts: started.attempt ?? 1 });
    const end =
      event.activityTaskCompletedEventAttributes ??
      event.activityTaskFailedEventAttributes ??
      event.activityTaskTimedOutEventAttributes ??
      event.activityTaskCanceledEventAttributes;
    if (end) add(end.scheduledEventId, { end: event });
    const timer = event.timerFiredEventAttributes ?? event.timerCanceledEventAttributes;
    if (timer) add(timer.startedEventId, { end: event });
    const updated = event.workflowExecutionUpdateCompletedEventAttributes;
    if (updated) add(updated.acceptedEventId, { end: event });
  }
  return later;
}

async function toEntry(
  context: ClientContext,
  event: HistoryEvent,
  later: ReadonlyMap<string, Later>,
): Promise<TimelineEntry | undefined> {
  const at = timeOf(event);
  const { attempts = 0, end } = later.get(idIn(event)) ?? {};
  const ended = end && { endedAt: timeOf(end) };

  const call = event.activityTaskScheduledEventAttributes;
  if (call) {
    const name = call.activityType?.name ?? '';
    return omitUndefined({
      at,
      kind: name === DELIVERY ? ('webhook' as const) : ('call' as const),
      what: await summaryOf(context, event, name),
      sent: await redactFirst(context, call.input?.payloads),
      attempts: attempts > 1 ? attempts : undefined,
      ...(await outcomeOf(context, end)),
      ...ended,
    });
  }

  const signal = event.workflowExecutionSignaledEventAttributes;
  if (signal) {
    const isEvent = signal.signalName === gatewayEvent.name;
    return omitUndefined({
      at,
      kind: isEvent ? ('event' as const) : ('command' as const),
      what: isEvent ? 'Event received' : (signal.signalName ?? ''),
      sent: await redactFirst(context, signal.input?.payloads),
    });
  }

  const update = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest;
  if (update) {
    return omitUndefined({
      at,
      kind: 'command' as const,
      what: update.input?.name ?? '',
      sent: await redactFirst(context, update.input?.args?.payloads),
      ...(await outcomeOf(context, end)),
      ...ended,
    });
  }

  const timer = event.timerStartedEventAttributes;
  if (timer && end?.timerFiredEventAttributes) {
    return { at: timeOf(end), kind: 'timer', what: await summaryOf(context, event, 'Timer') };
  }

  return ofRun(event, at);
}

/** Where a run begins or ends otherwise than people expect. */
function ofRun(event: HistoryEvent, at: string): TimelineEntry | undefined {
  const started = event.workflowExecutionStartedEventAttributes;
  if (started && !started.continuedExecutionRunId) return { at, kind: 'run', what: 'Workflow started' };
  const terminated = event.workflowExecutionTerminatedEventAttributes;
  if (terminated) {
    return { at, kind: 'run', what: 'Workflow terminated', reason: terminated.reason ?? '' };
  }
  if (event.workflowExecutionCompletedEventAttributes) return { at, kind: 'run', what: 'Workflow completed' };
  if (event.workflowExecutionFailedEventAttributes) return { at, kind: 'run', what: 'Workflow failed' };
  return undefined;
}

async function outcomeOf(
  context: ClientContext,
  end: HistoryEvent | undefined,
): Promise<Pick<TimelineEntry, 'answered' | 'error'>> {
  const update = end?.workflowExecutionUpdateCompletedEventAttributes?.outcome;
  const result = end?.activityTaskCompletedEventAttributes?.result ?? update?.success;
  if (result) return { answered: await redactFirst(context, result.payloads) };
  const failure =
    end?.activityTaskFailedEventAttributes?.failure ??
    end?.activityTaskTimedOutEventAttributes?.failure ??
    update?.failure;
  const error = await decodeOptionalFailureToOptionalError(
    context.client.options.loadedDataConverter,
    failure,
  );
  return error ? { error: deepest(error).message } : {};
}

/** The cause that says what was wrong. */
function deepest(error: Error): Error {
  return error.cause instanceof Error ? deepest(error.cause) : error;
}

async function redactFirst(context: ClientContext, payloads: Parameters<typeof decode>[1]): Promise<unknown> {
  const [first] = await decode(context, payloads);
  return first === undefined ? undefined : redact(first);
}

async function summaryOf({ client }: ClientContext, event: HistoryEvent, otherwise: string): Promise<string> {
  const { staticSummary } = await decodeUserMetadata(client.options.loadedDataConverter, event.userMetadata);
  return staticSummary ?? otherwise;
}

const timeOf = ({ eventTime }: HistoryEvent) => new Date(msOf(eventTime) ?? 0).toISOString();
