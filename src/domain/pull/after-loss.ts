import { add } from '../movement/evidence.js';
import type { Piece } from '../movement/pieces.js';
import { standingOf } from '../movement/standing.js';
import type { Attempt } from './attempt.js';

/* A lost run may have sent what waited, and may have learned what its last snapshot does not say. */

export const LOST = 'the previous run was lost; it may have sent this';

/** When the rebuilt run records it, and since when the lost one may have sent it. */
export interface Loss {
  readonly now: number;
  readonly since: number;
}

/** One that a lost run may have sent at any time before this moment. */
export function asSentByLostRun<Of extends Attempt>(attempt: Of, { now, since }: Loss): Of {
  const sent: Piece = { kind: 'send', step: 'request', answer: 'left', askedAt: now, answeredAt: now };
  return { ...attempt, since: attempt.since ?? since, answered: LOST, movement: add(attempt.movement, sent) };
}

/** Its record is read as soon as possible, and until it is answered: until then nothing of it is safe to repeat. */
export const toBeRead = <Of extends Attempt>(attempt: Of): Of => ({
  ...attempt,
  reads: { ...attempt.reads, isWanted: true, isOwed: true, unanswered: 0 },
});

/**
 * One that is known from before the loss. What waited to be sent, or may have been, may have left since. All that ever left is
 * read again, whatever was known of it: an event or a record may have corrected it in the lost run.
 */
export function afterLoss<Of extends Attempt>(attempt: Of, loss: Loss): Of {
  const { name } = standingOf(attempt.movement);
  if (name === 'unsent' && attempt.unsent) return attempt;
  const mayHaveLeft = name === 'unsent' || name === 'unknown';
  return toBeRead(mayHaveLeft ? asSentByLostRun(attempt, loss) : attempt);
}
