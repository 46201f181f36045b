import { allHandlersFinished, condition, continueAsNew } from '@temporalio/workflow';
import { ZERO } from '../../../src/domain/money.js';
import { earliest } from '../../../src/domain/lifecycle/schedule.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { Carried, LifecycleInput, LifecycleTerms } from '../messages.js';
import { isContinuing } from './pace.js';
import type { Lifecycle, Subject } from './lifecycle.js';

/** Temporal refuses two megabytes; before that a person must know. */
const TOO_MUCH_TO_CARRY = 900_000;

/**
 * Runs a story until it is over, in as many runs as that takes: before its history grows too long it goes on in
 * a new one. Whoever waits is sent away then, activities in flight are waited for, and everything else is handed
 * over as data.
 */
export async function runUntilClosed<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Result,
>(lifecycle: Lifecycle<Snapshot, Of>, main: () => Promise<Result>): Promise<Result> {
  try {
    return await main();
  } catch (error) {
    if (!isContinuing(error)) throw error;
  }
  await condition(() => lifecycle.pace.isIdle() && allHandlersFinished());
  return continueAsNew<(next: LifecycleInput<LifecycleTerms, Snapshot>) => Promise<Result>>({
    from: 'carried',
    carried: withGuard(lifecycle),
  });
}

/** What is carried is bounded where it grows; should it be too much all the same, nobody finds out too late. */
function withGuard<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
): Carried<Snapshot> {
  const subject = lifecycle.subject();
  const carried = lifecycle.carry();
  const bytes = JSON.stringify(carried).length;
  if (bytes >= TOO_MUCH_TO_CARRY) {
    const reason = `${bytes} bytes are carried from run to run; Temporal refuses two million`;
    subject.raise({ kind: 'state-size', reason, atRiskKobo: ZERO });
  } else subject.clear(({ kind }) => kind === 'state-size');
  return { ...carried, snapshot: subject.packed() };
}

export interface Turn {
  /** When the next thing is due, in milliseconds since the epoch; undefined while only news can bring one. */
  readonly dueAt: () => number | undefined;
  /** What is waited for, for people. */
  readonly summary: () => string;
  /** Nothing more is waited for; what is left over is dealt with all the same. */
  readonly isDone: () => boolean;
  /** Whether there is news that can be taken in now; any, unless said otherwise. */
  readonly hasEvents?: () => boolean;
}

/**
 * Whether the story is over. All of it is checked in one activation with what follows, because a signal that came
 * during an await just before the return would be lost although its sender was told that it had arrived.
 */
export function isOver<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  turn: Turn,
): boolean {
  return isFinished(lifecycle, turn) && lifecycle.graceUntil() <= Date.now();
}

function isFinished<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  { isDone }: Turn,
): boolean {
  return isDone() && lifecycle.isQuiet() && allHandlersFinished();
}

/** Waits until something is to be done, or nothing any more, by one timer for the earliest due time. */
export function nextTurn<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  turn: Turn,
): Promise<void> {
  const { dueAt, summary, hasEvents = lifecycle.hasEvents } = turn;
  const [due, finished] = [dueAt(), isFinished(lifecycle, turn)];
  const until = earliest(due, finished ? lifecycle.graceUntil() : undefined);
  const why = until === due ? summary() : 'Grace for the event that usually follows';
  // whatever changes what is due next is a reason to look again
  return lifecycle.pace.pause(
    until,
    why,
    () => hasEvents() || isFinished(lifecycle, turn) !== finished || dueAt() !== due,
  );
}
