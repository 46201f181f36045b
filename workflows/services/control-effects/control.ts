import { pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import {
  isFor,
  type PausableQueue,
  type Pause,
  type PauseChange,
  pauseOf,
  type PauseRequest,
  PAUSES_SEEN_MS,
  type PauseTarget,
  type ResumeRequest,
} from '../../../src/domain/pause/pause.js';
import { timestamp } from '../../shared/run/state.js';
import type { ControlState, Dispatch, PauseAnswer, Unapplied } from './messages.js';

const MAX_PAUSES = 50;
const CHANGES_KEPT = 200;

/**
 * When paused lifecycles are woken after a resume: not before every worker has seen it, and again a little later, because
 * visibility lags behind what lifecycles show.
 */
const WAKES_MS: readonly number[] = [PAUSES_SEEN_MS, 5_000];
const RETRY_WAKE_MS = 60_000;
const RETRY_DISPATCH_MS: readonly number[] = [2_000, 10_000, 60_000];

export type Control = ReturnType<typeof createControl>;

/** Counts the orders to one task queue, so that a command is answered by an attempt that started after it. */
interface Orders {
  given: number;
  tried: number;
}

/** The pauses, and what is left to do about them. `onChange` gets the pauses after every change. */
export function createControl(carried: Partial<ControlState>, onChange: (pauses: readonly Pause[]) => void) {
  let pauses: readonly Pause[] = carried.pauses ?? [];
  let changes: readonly PauseChange[] = carried.changes ?? [];
  let dispatch = carried.dispatch ?? {};
  let unapplied: readonly Unapplied[] = carried.unapplied ?? [];
  let wakes: readonly number[] = carried.wakes ?? [];
  const orders: Record<PausableQueue, Orders> = {
    payouts: { given: 0, tried: 0 },
    charges: { given: 0, tried: 0 },
    effects: { given: 0, tried: 0 },
  };

  const find = (target: PauseTarget) => pauses.find((each) => isFor(each, target));

  function change(next: readonly Pause[], entry: PauseChange): void {
    pauses = next;
    changes = [...changes, entry].slice(-CHANGES_KEPT);
    onChange(pauses);
  }

  /** Has the task queue set to what the pauses say; returns a ticket for `isTried`. */
  function order(queue: PausableQueue): number {
    postpone({ queue, dueAt: Date.now(), failed: 0 });
    return ++orders[queue].given;
  }

  function postpone(entry: Unapplied): void {
    unapplied = [...unapplied.filter(({ queue }) => queue !== entry.queue), entry];
  }

  return {
    isFull: () => pauses.length >= MAX_PAUSES,
    find,
    /** The pause of a whole queue. */
    wholeQueue: (queue: PausableQueue) => pauseOf(pauses, queue),

    /** Returns the pause, which may have been there before. */
    pause({ queue, bank, reason, by }: PauseRequest): Pause {
      const target = { queue, ...(bank !== undefined && { bank }) };
      const found = find(target);
      if (found) return found;
      const at = timestamp();
      const request = { ...target, reason: reason.trim(), by };
      const made = { ...request, since: at };
      change([...pauses, made], { ...request, action: 'paused', at });
      return made;
    },
    /** Returns the pause that it ended, if there was one. Lifecycles are woken in any case: a wake-up may have been lost. */
    resume({ queue, bank, reason, by }: ResumeRequest): Pause | undefined {
      wakes = WAKES_MS.map((ms) => Date.now() + ms);
      const target = { queue, ...(bank !== undefined && { bank }) };
      const ended = find(target);
      if (!ended) return undefined;
      const why = reason === undefined ? {} : { reason: reason.trim() };
      const left = pauses.filter((each) => each !== ended);
      change(left, { ...target, ...why, by, action: 'resumed', at: timestamp() });
      return ended;
    },

    order,
    /** Whether an attempt that started after this order has ended, with or without success. */
    isTried: (queue: PausableQueue, ticket: number) => orders[queue].tried >= ticket,
    ordersTo: (queue: PausableQueue) => orders[queue].given,
    nextDispatchAt: () => earliestOf(unapplied.map(({ dueAt }) => dueAt)),
    dueQueue: () => unapplied.find(({ dueAt }) => dueAt <= Date.now())?.queue,
    /** An order that came meanwhile is still to be carried out. */
    applied(queue: PausableQueue, ticket: number, result: Dispatch): void {
      dispatch = { ...dispatch, [queue]: result };
      orders[queue].tried = ticket;
      if (orders[queue].given === ticket) unapplied = unapplied.filter((each) => each.queue !== queue);
    },
    failed(queue: PausableQueue, ticket: number): void {
      dispatch = { ...dispatch, [queue]: 'pending' };
      orders[queue].tried = ticket;
      const failed = unapplied.find((each) => each.queue === queue)?.failed ?? 0;
      if (orders[queue].given !== ticket) return;
      postpone({ queue, failed: failed + 1, dueAt: Date.now() + pauseBefore(RETRY_DISPATCH_MS, failed) });
    },

    nextWakeAt: () => earliestOf(wakes),
    isWakeDue: () => wakes.some((at) => at <= Date.now()),
    /** What was due when the activity started is done; a resume meanwhile is not. */
    woken: (startedAt: number) => void (wakes = wakes.filter((at) => at > startedAt)),
    wakeFailed: (startedAt: number) =>
      void (wakes = [...wakes.filter((at) => at > startedAt), Date.now() + RETRY_WAKE_MS]),

    answer({ queue, bank }: PauseTarget, about: Pause | undefined): PauseAnswer {
      const state = bank === undefined ? dispatch[queue] : undefined;
      return { ...(about && { pause: about }), ...(state && { dispatch: state }), pauses };
    },
    state: (): ControlState => ({ pauses, changes, dispatch, unapplied, wakes }),
  };
}

function earliestOf(moments: readonly number[]): number | undefined {
  return moments.length === 0 ? undefined : Math.min(...moments);
}
