import { isOverflow, type ReviewItem } from '../../../src/domain/lifecycle/review.js';
import { decided, whyRefused } from '../../../src/domain/movement/decide.js';
import type { Decision } from '../../../src/domain/movement/pieces.js';
import type { ReviewResolution } from '../messages.js';
import type { Attempt } from '../../../src/domain/pull/attempt.js';
import { refusal } from '../run/commands.js';
import { addPiece, type PullPlace } from './pull.js';

/** What a decision says about the movement: to accept what an event reported is to say that it happened. */
function saysOf({ movement }: Attempt, decision: ReviewResolution['decision']): Decision['says'] | undefined {
  switch (decision) {
    case 'happened':
    case 'did-not-happen':
      return decision;
    case 'accept':
      return movement.hasShown ? 'seen' : 'happened';
    case 'dismiss':
      return movement.hasShown ? 'seen' : 'did-not-happen';
    default:
      return undefined;
  }
}

/** Runs before a decision about an attempt is accepted: only what no record contradicts may be decided. */
export function refuseDecisionOn(
  place: PullPlace | undefined,
  command: ReviewResolution,
  item: ReviewItem,
): void {
  if (isOverflow(item)) {
    throw refusal('invalid', 'it stands for items that are not listed: decide on those that are');
  }
  const attempt = place?.read();
  if (!attempt) return;
  const why = whyRefused(attempt.movement, saysOf(attempt, command.decision), command);
  if (why) throw refusal(why.type, why.detail);
}

/** Applies a decision. None of them sends, and none lets a planned attempt start. */
export function decideOn(place: PullPlace, command: ReviewResolution, now: number): void {
  const attempt = place.read();
  const says = attempt && saysOf(attempt, command.decision);
  if (!attempt || says === undefined) return;
  const { piece, part } = decided(attempt.movement, says, { ...command, at: now });
  addPiece(place, piece, part);
}
