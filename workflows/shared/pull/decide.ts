import { decisionsOn } from '../../../src/domain/movement/evidence.js';
import type { ReviewResolution } from '../messages.js';
import type { Decision } from '../../../src/domain/movement/pieces.js';
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
export function refuseDecisionOn(place: PullPlace, { decision, amountKobo }: ReviewResolution): void {
  const attempt = place.read();
  if (!attempt) return;
  const { movement } = attempt;
  if (movement.sending !== undefined) {
    const sentence = 'a request that may move the money is on its way; decide once it is answered';
    throw refusal('send-in-progress', sentence);
  }
  if (decision === 'happened' && amountKobo === 0) throw refusal('invalid', 'what happened has an amount');
  const says = saysOf(attempt, decision);
  const offered = decisionsOn(movement);
  if (says !== undefined && offered.includes(says)) return;
  const words = offered.flatMap((each) => (each === 'seen' ? ['accept', 'dismiss'] : [each]));
  const may = words.length === 0 ? 'nothing can be decided now' : `it may be: ${words.join(', ')}`;
  throw refusal('invalid', `${decision} does not fit what is known of it; ${may}`);
}

/** Applies a decision. None of them sends, and none lets a planned attempt start. */
export function decideOn(place: PullPlace, command: ReviewResolution, now: number): void {
  const attempt = place.read();
  const says = attempt && saysOf(attempt, command.decision);
  if (!attempt || says === undefined) return;
  const { reason, amountKobo } = command;
  const concluded = `an operator concluded that it was ${says === 'happened' ? 'paid' : 'not paid'}: ${reason}`;
  addPiece(
    place,
    {
      kind: 'decision',
      says,
      saw: attempt.movement.changes,
      at: now,
      ...(amountKobo !== undefined && { amount: amountKobo }),
    },
    says === 'seen' ? {} : { concluded },
  );
}
