import { type NothingBy, type Standing, standingOf } from '../movement/standing.js';
import { isLongUnknown as isLong, isOver } from '../payout/state.js';
import { usedElsewhere } from '../used-elsewhere.js';
import { LOST } from './after-loss.js';
import type { Attempt, AttemptState, Shown } from './attempt.js';

export { isOver } from '../payout/state.js';

const ENDS: readonly AttemptState[] = ['PAID', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED', 'REVERSED'];

export const isEnd = (state: AttemptState) => ENDS.includes(state);

/**
 * The state of an attempt: a table over its standing. `unwanted`: why it is no longer wanted, where another attempt of its
 * period has the money.
 */
export function stateOf(attempt: Attempt, before: Shown, unwanted?: string): Shown {
  const standing = standingOf(attempt.movement);
  switch (standing.name) {
    case 'unsent':
      return asUnsent(attempt, before);
    case 'unknown':
      return { state: 'PENDING', reason: attempt.answered ?? SENT };
    case 'waiting':
      // a record that is missing does not take back what it showed
      return attempt.movement.lastSeen === 'end' ? asFailed(attempt) : asPending(attempt);
    case 'ending':
      return attempt.movement.lastSeen === 'end' ? asFailed(attempt) : before;
    case 'nothing':
      return asNothing(attempt, standing.by, unwanted);
    case 'moved':
      return asPaid(attempt);
    case 'returned':
      return { state: 'REVERSED', reason: attempt.observed ?? 'the money went back' };
    case 'doubtful':
      return asDoubtful(attempt, standing, before);
  }
}

const SENT = 'sent to the gateway';

function asUnsent({ unsent, stage, held }: Attempt, before: Shown): Shown {
  if (unsent) return { state: unsent.to, reason: unsent.reason };
  if (stage) return { state: 'PAUSED', reason: stage.reason };
  if (held) return { state: 'PENDING', reason: held.because };
  return before.state === 'PENDING' ? before : { state: 'PENDING', reason: 'ready to be sent' };
}

const asPending = ({ observed, answered }: Attempt): Shown => ({
  state: 'PENDING',
  reason: observed ?? answered ?? SENT,
});

const asFailed = ({ observed }: Attempt): Shown => ({
  state: 'FAILED',
  reason: observed ?? 'the gateway reports FAILED',
});

function asPaid({ observed, concluded, movement }: Attempt): Shown {
  return {
    state: 'PAID',
    reason: (movement.decided ? concluded : observed) ?? 'the gateway reports PAID',
  };
}

function asNothing(attempt: Attempt, by: NothingBy | undefined, unwanted: string | undefined): Shown {
  const { answered, concluded, movement, foreign } = attempt;
  if (foreign !== undefined) return { state: 'REFUSED', reason: usedElsewhere(foreign) };
  const isRefused = by === 'refusal' || (by === 'absence' && movement.left?.isRefused);
  if (isRefused) return { state: 'REFUSED', reason: answered ?? 'the gateway refused it' };
  switch (by) {
    case 'decision':
      return { state: 'FAILED', reason: concluded ?? 'an operator concluded that it was not paid' };
    case 'absence': {
      const reason = 'the gateway has no record of it, a day after it may have been sent';
      return unwanted === undefined ? { state: 'FAILED', reason } : { state: 'CANCELLED', reason: unwanted };
    }
    default:
      return asFailed(attempt);
  }
}

/** A failure is not shown while something speaks for money; a record that shows it under way takes one back. */
function asDoubtful(attempt: Attempt, { least }: Standing, before: Shown): Shown {
  if (least > 0) return before.state === 'PAID' ? before : asPaid(attempt);
  const { lastSeen, left } = attempt.movement;
  // a record that is not ours refuses our reference
  if (attempt.foreign !== undefined && left?.count === 0) {
    return { state: 'REFUSED', reason: usedElsewhere(attempt.foreign) };
  }
  const isUnderWay = lastSeen === 'pending' || lastSeen === 'authorising';
  return isUnderWay && before.state !== 'PAID' ? asPending(attempt) : before;
}

/** Whether it surely has no money, and nothing of it is under way. */
export function isWithoutMoney(attempt: Attempt): boolean {
  return isOver(attempt) && standingOf(attempt.movement).most === 0;
}

/** Whether it waits to be sent. */
export const isUnsent = ({ movement, unsent }: Attempt) =>
  unsent === undefined && movement.sending === undefined && standingOf(movement).name === 'unsent';

/** Whether two readings, or a day without a record, have shown that it failed: then the next attempt may be planned. */
export function isProvenFailure({ movement }: Attempt): boolean {
  const { by } = standingOf(movement);
  return by === 'end' || (by === 'absence' && movement.left?.isRefused !== true);
}

/** Whether the gateway has not said for minutes if it has what was sent. What a lost run may have sent is no news. */
export const isLongUnknown = (attempt: Attempt) => attempt.answered !== LOST && isLong(attempt);
