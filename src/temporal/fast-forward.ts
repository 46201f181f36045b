import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Connection, WorkflowService } from '@temporalio/client';
import { isGrpcServiceError } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { msToTs, tsToMs } from '@temporalio/common/lib/time.js';
import { isAtLeast, OLDEST_WITH_TIME_TRAVEL } from './find/versions.js';
import { GRPC } from '../domain/grpc-status.js';

/** The server's numbers for the results of a poll; the others are for what failed or was replaced. */
const NOT_YET = 1;
const COMPLETED = 2;
/** The server writes down that the options were changed, and that time was skipped. */
const EVENTS_OF_A_SKIP = 2;

/** A workflow enters the list shortly after its start (seen: up to 75 ms on a busy machine). */
const LISTED_WITHIN_MS = 150;
/** Work in flight holds a workflow's clock; no activity of ours takes longer than this with its retries. */
const MOVES_WITHIN_MS = 60_000;
/** Reads of a clock that stands still differ by less. */
const MOVED_MS = 500;
const POLL_MS = 5_000;
/** A skip that has not moved its workflow for this long is asked for again: the server may have dropped it. */
const STALLED_MS = 10_000;
const ANSWERS_WITHIN_MS = 5_000;
const AT_ONCE = 20;
/** What counts as due in a moment; longer than the grace after a checkout's window. */
const SOON_MS = 6_000;
const SETTLES_WITHIN_MS = 30_000;
const IN_FLIGHT_PAUSE_MS = 20;
/** How long the work after a timer may take. */
const WORK_MS = 10_000;
/** A timer that is due this soon is waited for: it could fire before a skip has started. */
const NEAR_MS = 500;
/** How long before a timer a skip ends. */
const SHORT_OF_MS = 10;
/** Smaller skips are not worth it: the following ones count from where the workflow is. */
const SMALLEST_SKIP_MS = 50;
/** Enough history events to contain every timer that a workflow has open at once. */
const NEWEST_EVENTS = 200;
/** Bounds the skips of one fast-forward, for a workflow that waits for ever in short steps. */
const MOST_SKIPS = 10_000;

const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');

export interface OpenWorkflow {
  readonly id: string;
  readonly state: string | undefined;
}

export interface WorkflowNow extends OpenWorkflow {
  readonly isOpen: boolean;
}

export interface FastForwardOptions {
  readonly client: Client;
  /** Only workflows of this queue are fast-forwarded: a server may be shared. */
  readonly taskQueue: string;
  /** A workflow is overdue when its clock has stood still for this long. */
  readonly movesWithinMs?: number;
}

/** Fast-forwards open workflows, one by one, on a server that allows it. */
export interface FastForward {
  /** Why this server cannot do it; undefined when it can. */
  unavailable(): Promise<string | undefined>;
  /** Every open workflow, those that have just started included. */
  listOpen(): Promise<OpenWorkflow[]>;
  read(id: string): Promise<WorkflowNow>;
  /** Moves every open workflow by the same duration. Resolves when each has arrived or closed, or is overdue. */
  forward(ms: number): Promise<Forwarded>;
  /**
   * Waits until these workflows have no work in flight and no timer due in a moment: a checkout whose window
   * has just closed checks with the gateway five seconds later, and users expect to see the result. Bounded.
   */
  settle(ids: readonly string[]): Promise<void>;
}

export interface Forwarded {
  readonly moved: readonly string[];
  /** Workflows that have not arrived, each with the reason. */
  readonly overdue: readonly { readonly id: string; readonly reason: string }[];
}

export function createFastForward({
  client,
  taskQueue,
  movesWithinMs = MOVES_WITHIN_MS,
}: FastForwardOptions): FastForward {
  const connection = client.connection as Connection;
  const { namespace } = client.options;
  const service = connection.workflowService;
  const query = `TaskQueue = ${JSON.stringify(taskQueue)} AND ExecutionStatus = "Running"`;

  async function list(isWanted: (startTime: number) => boolean = () => true): Promise<OpenWorkflow[]> {
    const open: OpenWorkflow[] = [];
    for await (const { workflowId: id, startTime, typedSearchAttributes } of client.workflow.list({
      query,
    })) {
      if (isWanted(startTime.getTime())) open.push({ id, state: typedSearchAttributes.get(STATE) });
    }
    return open;
  }

  function startFastForward(workflowId: string, fastForwardId: string, ms: number, maxSkips = MOST_SKIPS) {
    const fastForwardConfig = { id: fastForwardId, duration: msToTs(ms) };
    return service.updateWorkflowExecutionOptions({
      namespace,
      workflowExecution: { workflowId },
      workflowExecutionOptions: {
        timeSkippingConfig: { enabled: true, maxSessionSkipCount: maxSkips, fastForwardConfig },
      },
      updateMask: { paths: ['time_skipping_config'] },
    });
  }

  /** Waits a few seconds at most for the end of a fast-forward. */
  async function poll(workflowId: string, fastForwardId: string, deadline: number) {
    const read = { namespace, workflowExecution: { workflowId }, fastForwardId };
    try {
      const answer = await connection.withDeadline(Math.min(deadline, Date.now() + POLL_MS), () =>
        service.pollWorkflowExecutionTimeSkipping(read),
      );
      return answer.fastForwardPollingResult as number;
    } catch (error) {
      if (hasCode(error, GRPC.DEADLINE_EXCEEDED) || hasCode(error, GRPC.CANCELLED)) return NOT_YET;
      throw error;
    }
  }

  /** How far ahead of the machine each workflow is meant to be, and its timers as they were last read. */
  const known = new Map<string, Known>();

  /**
   * Undefined when it has arrived or closed; otherwise why not. When work in flight passes the end of a skip, server
   * 1.32 skips to the next timer as well, however far away that is. So a skip does not end just after a timer: it ends
   * before it, the timer fires by itself, and the rest is skipped when its work is done. A chain of timers can still
   * meet the end; what a workflow is ahead then is taken off its next move.
   */
  async function forwardOne(workflowId: string, ms: number): Promise<string | undefined> {
    const patience = createPatience(movesWithinMs);
    const memory = known.get(workflowId) ?? {};
    known.set(workflowId, memory);
    let target: number | undefined;
    try {
      while (!patience.isOver()) {
        const { isOpen, isBusy, virtualNow, shift, runId, length } = await inspect(workflowId);
        if (!isOpen) {
          known.delete(workflowId);
          return undefined;
        }
        patience.saw(shift);
        if (target === undefined) {
          target = shift + ms - Math.max(shift - (memory.shift ?? shift), 0);
          memory.shift = target;
        }
        const left = target - shift;
        if (left < SMALLEST_SKIP_MS) return undefined;
        if (isBusy) {
          await pause(IN_FLIGHT_PAUSE_MS);
          continue;
        }
        const isAsRead = memory.runId === runId && memory.length === length;
        if (!isAsRead || !memory.dueAt) memory.dueAt = await timersOf(workflowId, length);
        if (!memory.dueAt) {
          await pause(IN_FLIGHT_PAUSE_MS);
          continue;
        }
        // what a skip adds to the history changes no timer; anything else does, or may
        [memory.runId, memory.length] = [runId, length + EVENTS_OF_A_SKIP];
        const due = memory.dueAt.map((dueAt) => dueAt - virtualNow);
        const lastDue = due.find((each) => each < left && each > left - WORK_MS);
        // with no timer on the way there is nothing to stop at, and a single skip cannot pass the end
        const maxSkips = due.some((each) => each < (lastDue ?? left)) ? MOST_SKIPS : 1;
        if (lastDue === undefined) {
          if (await skip(workflowId, left, { patience, maxSkips })) return undefined;
        } else if (lastDue > NEAR_MS) await skip(workflowId, lastDue - SHORT_OF_MS, { patience, maxSkips });
        else await pause(Math.max(lastDue, 1));
      }
    } catch (error) {
      // closed before it could be moved
      if (hasCode(error, GRPC.NOT_FOUND)) return undefined;
      throw error;
    }
    return describePending(workflowId);
  }

  /** True when it has arrived. */
  async function skip(
    workflowId: string,
    ms: number,
    { patience, maxSkips }: { readonly patience: Patience; readonly maxSkips: number },
  ): Promise<boolean> {
    const fastForwardId = randomUUID();
    await startFastForward(workflowId, fastForwardId, ms, maxSkips);
    const stalling = createPatience(STALLED_MS);
    while (!patience.isOver() && !stalling.isOver()) {
      const result = await poll(workflowId, fastForwardId, Math.min(patience.until(), stalling.until()));
      if (result !== NOT_YET) return result === COMPLETED;
      const { shift } = await inspect(workflowId);
      for (const each of [patience, stalling]) each.saw(shift);
    }
    return false;
  }

  /** What a workflow is doing; an activity that waits for its next attempt does not count. */
  async function inspect(workflowId: string) {
    const {
      raw,
      status,
      runId,
      historyLength: length,
    } = await client.workflow.getHandle(workflowId).describe();
    const current = raw.workflowExtendedInfo?.timeSkippingInfo?.currentTime;
    const virtualNow = current ? tsToMs(current) : Date.now();
    const isAtWork = (raw.pendingActivities ?? []).some(
      ({ nextAttemptScheduleTime: next }) => !next || tsToMs(next) <= virtualNow,
    );
    return {
      isOpen: status.name === 'RUNNING',
      isBusy: raw.pendingWorkflowTask != null || isAtWork,
      virtualNow,
      /** How far ahead of the machine it is: machine time passes for workflow and gateway alike. */
      shift: virtualNow - Date.now(),
      runId,
      length,
    };
  }

  /**
   * When a workflow's open timers fire, in its own time, earliest first. Undefined when they are about to change: its history
   * is longer than it was when it was inspected, so that a timer may have fired; or its run has just continued another one, and
   * starts a second later, without a task that would show it. A skip would carry it past the timers that it is about to set.
   */
  async function timersOf(workflowId: string, length: number): Promise<number[] | undefined> {
    const { history } = await service.getWorkflowExecutionHistoryReverse({
      namespace,
      execution: { workflowId },
      maximumPageSize: NEWEST_EVENTS,
    });
    const events = history?.events ?? [];
    if (Number(events[0]?.eventId ?? 0) > length || !hasBegun(events)) return undefined;
    const ended = new Set<string>();
    const due: number[] = [];
    for (const event of events) {
      const started = event.timerStartedEventAttributes;
      const over = event.timerFiredEventAttributes ?? event.timerCanceledEventAttributes;
      if (over?.timerId != null) ended.add(over.timerId);
      if (!started || ended.has(started.timerId ?? '')) continue;
      due.push(tsToMs(event.eventTime) + tsToMs(started.startToFireTimeout));
    }
    return due.sort((one, other) => one - other);
  }

  async function settleOne(workflowId: string, deadline: number): Promise<void> {
    while (Date.now() < deadline) {
      const { isOpen, isBusy, virtualNow, length } = await inspect(workflowId);
      if (!isOpen) return;
      if (isBusy) {
        await pause(IN_FLIGHT_PAUSE_MS);
        continue;
      }
      const timers = await timersOf(workflowId, length);
      if (!timers) {
        await pause(IN_FLIGHT_PAUSE_MS);
        continue;
      }
      const dueIn = (timers[0] ?? Infinity) - virtualNow;
      if (dueIn > SOON_MS) return;
      await pause(Math.max(dueIn, IN_FLIGHT_PAUSE_MS));
    }
  }

  async function findObstacle(): Promise<string | undefined> {
    const { serverVersion } = await service.getSystemInfo({});
    if (!isAtLeast(serverVersion, OLDEST_WITH_TIME_TRAVEL)) {
      return `Temporal server ${serverVersion} cannot fast-forward workflows; ${OLDEST_WITH_TIME_TRAVEL} or later can.`;
    }
    // for a workflow that does not exist: the server checks its own switch first
    const refusal = await startFastForward(`no-workflow-${randomUUID()}`, randomUUID(), 1).catch(
      (error: unknown) => error,
    );
    if (!hasCode(refusal, GRPC.UNIMPLEMENTED)) return undefined;
    return 'This Temporal server does not allow fast-forwarding: frontend.WorkflowTimeSkippingEnabled is off (`oware dev` starts its own server with it).';
  }

  async function describePending(workflowId: string): Promise<string> {
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    const activities = (raw.pendingActivities ?? []).map(({ activityType }) => activityType?.name ?? '?');
    if (activities.length > 0) return `it is waiting for ${activities.join(', ')}`;
    return raw.pendingWorkflowTask ? 'no worker has picked up its workflow task' : 'it has not arrived';
  }

  return {
    unavailable: () =>
      connection.withDeadline(Date.now() + ANSWERS_WITHIN_MS, findObstacle).catch((error: unknown) => {
        return `Temporal does not answer: ${error instanceof Error ? error.message : String(error)}.`;
      }),
    async listOpen() {
      await pause(LISTED_WITHIN_MS);
      return connection.withDeadline(Date.now() + ANSWERS_WITHIN_MS, () => list());
    },
    async read(id) {
      const { status, typedSearchAttributes } = await client.workflow.getHandle(id).describe();
      return { id, state: typedSearchAttributes.get(STATE), isOpen: status.name === 'RUNNING' };
    },
    async settle(ids) {
      const deadline = Date.now() + SETTLES_WITHIN_MS;
      await eachOf(ids, AT_ONCE, (id) => settleOne(id, deadline));
    },
    async forward(ms) {
      const startedAt = Date.now();
      const moved = new Set<string>();
      const overdue: { id: string; reason: string }[] = [];
      for (;;) {
        // workflows that start meanwhile start at the new time; a continued run starts in the future, and
        // counts too
        const open = await list((startTime) => startTime <= startedAt || startTime > Date.now());
        const left = open.filter(({ id }) => !moved.has(id)).map(({ id }) => id);
        if (left.length === 0) return { moved: [...moved], overdue };
        for (const id of left) moved.add(id);
        await eachOf(left, AT_ONCE, async (id) => {
          const reason = await forwardOne(id, ms);
          if (reason !== undefined) overdue.push({ id, reason });
        });
      }
    },
  };
}

interface Known {
  shift?: number;
  /** What its timers were read from. */
  runId?: string;
  length?: number;
  dueAt?: readonly number[] | undefined;
}

type HistoryEvents = NonNullable<
  Awaited<ReturnType<WorkflowService['getWorkflowExecutionHistoryReverse']>>['history']
>['events'];

/** Whether a run has done its first task, by its newest events: an early event is among them in a short history only. */
const hasBegun = (events: NonNullable<HistoryEvents>) =>
  Number(events.at(-1)?.eventId) !== 1 ||
  events.some(({ workflowTaskCompletedEventAttributes: done }) => done != null);

interface Patience {
  /** Each new shift that is further than all before begins the wait anew. */
  saw(shift: number): void;
  until(): number;
  isOver(): boolean;
}

/** A workflow with hundreds of checks on the way is slow, not stuck: it is waited for while its clock moves. */
function createPatience(ms: number): Patience {
  let furthest = -Infinity;
  let until = Date.now() + ms;
  return {
    saw(shift) {
      if (shift < furthest + MOVED_MS) return;
      furthest = shift;
      until = Date.now() + ms;
    },
    until: () => until,
    isOver: () => Date.now() >= until,
  };
}

function hasCode(error: unknown, code: number): boolean {
  return isGrpcServiceError(error) && (error.code as number) === code;
}

async function eachOf<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
}
