import { allHandlersFinished, condition, makeContinueAsNewFunc } from '@temporalio/workflow';
import { ZERO } from '../../../src/domain/money.js';
import { earliest } from '../../../src/domain/lifecycle/schedule.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { Carried, LifecycleInput, LifecycleTerms } from '../messages.js';
import { isContinuing } from './pace.js';
import type { Lifecycle, Subject } from './lifecycle.js';

/** Temporal refuses payloads of two megabytes; a review item warns before that. */
const TOO_MUCH_TO_CARRY = 900_000;

/**
 * Runs a lifecycle until it is closed, over as many runs as that takes: it continues as new before its
 * history grows too long. Waiters fail with `continuing`, activities in flight finish, and everything else is
 * carried over as data. The result is its snapshot at the end, if `main` returns one.
 */
export async function runUntilClosed<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Result extends Snapshot | undefined,
>(lifecycle: Lifecycle<Snapshot, Of>, main: () => Promise<Result>): Promise<Result> {
  try {
    const result = await main();
    return result === undefined ? result : (snapshotAtEnd(lifecycle) as typeof result);
  } catch (error) {
    if (!isContinuing(error)) lifecycle.recordOrThrow(error);
  }
  await condition(() => lifecycle.pace.isIdle() && allHandlersFinished());
  const attributes = lifecycle.attributesOfNext();
  const next = makeContinueAsNewFunc<(next: LifecycleInput<LifecycleTerms, Snapshot>) => Promise<Result>>(
    attributes && { typedSearchAttributes: attributes },
  );
  return next({ from: 'carried', carried: withGuard(lifecycle) });
}

/** A request to cancel ends with the run: an item of a closed run could not be resolved. */
function snapshotAtEnd<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
): Snapshot {
  const subject = lifecycle.subject();
  subject.clear(({ kind }) => kind === 'cancel-requested');
  subject.note({ nextCheck: undefined });
  return subject.snapshot();
}

/** Carried state is bounded where it grows; should it still become too large, a review item warns in time. */
function withGuard<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
): Carried<Snapshot> {
  const subject = lifecycle.subject();
  const carried = lifecycle.carry();
  const bytes = JSON.stringify(carried).length;
  if (bytes >= TOO_MUCH_TO_CARRY) {
    const reason = `${bytes} bytes of state are carried from run to run; Temporal refuses two million`;
    subject.raise({ kind: 'state-size', reason, atRiskKobo: ZERO });
  } else subject.clear(({ kind }) => kind === 'state-size');
  return { ...carried, snapshot: subject.packed() };
}

export interface Turn {
  /**
   * When the next step is due, in milliseconds since the epoch; undefined while only an event can cause one.
   */
  readonly dueAt: () => number | undefined;
  /** Timer summary. */
  readonly summary: () => string;
  /** The lifecycle has ended; leftovers are still processed. */
  readonly isDone: () => boolean;
  /** Whether there is an event to take now; any event by default. */
  readonly hasEvents?: () => boolean;
}

/**
 * Whether the lifecycle has ended. It checks everything in the same activation as the return: a signal that
 * arrived during an await just before the return would be lost although the server had accepted it.
 */
export function isOver<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  turn: Turn,
): boolean {
  return isFinished(lifecycle, turn) && lifecycle.graceUntil() <= lifecycle.pace.now();
}

function isFinished<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  { isDone }: Turn,
): boolean {
  return isDone() && lifecycle.isQuiet() && allHandlersFinished();
}

/**
 * Waits until there is something to do or the lifecycle has ended, with one timer for the earliest due time.
 */
export function nextTurn<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  turn: Turn,
): Promise<void> {
  const { dueAt, summary, hasEvents = lifecycle.hasEvents } = turn;
  const [due, finished] = [dueAt(), isFinished(lifecycle, turn)];
  const until = earliest(due, finished ? lifecycle.graceUntil() : undefined);
  const why = until === due ? summary() : 'Grace period for the expected gateway event';
  showChecks(lifecycle, due);
  // wake on anything that changes what is due next
  return lifecycle.pace.pause(
    until,
    why,
    () => hasEvents() || isFinished(lifecycle, turn) !== finished || dueAt() !== due,
  );
}

function showChecks<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  { subject, checks }: Lifecycle<Snapshot, Of>,
  due: number | undefined,
): void {
  const last = checks.lastStart();
  subject().note({
    lastCheck: last === undefined ? undefined : `Last check at ${toInstant(last)}`,
    nextCheck: due === undefined ? undefined : `Next check at ${toInstant(due)}`,
  });
}

const toInstant = (ms: number) => new Date(ms).toISOString();
