import { isHold, type ReviewItem } from '../../../src/domain/lifecycle/review.js';
import { decisionsOn } from '../../../src/domain/movement/evidence.js';
import type { Decision } from '../../../src/domain/movement/pieces.js';
import type { Payout } from '../../../src/domain/payout/payout.js';
import type { ReviewResolution } from '../messages.js';
import { refusal } from '../run/commands.js';
import { addPiece, changePayout, type PayoutPlace } from './place.js';

/** What a decision says about the movement; undefined when it says nothing about it. */
function saysOf({ movement }: Payout, decision: ReviewResolution['decision']): Decision['says'] | undefined {
  switch (decision) {
    case 'happened':
    case 'did-not-happen':
      return decision;
    default:
      // what no record has shown either happened or did not, and a person must say which
      return movement.hasShown ? 'seen' : undefined;
  }
}

/** Runs before a decision is accepted: only what no record contradicts may be decided. */
export function refuseDecisionOn(
  place: PayoutPlace,
  { decision, amountKobo }: ReviewResolution,
  item: ReviewItem,
): void {
  const { movement } = place.read();
  if (!item.isOfEvidence) {
    if (decision !== 'happened' && decision !== 'did-not-happen') return;
    throw refusal('invalid', `${decision} says nothing about ${item.key}; it may be: accept, dismiss`);
  }
  if (movement.sending !== undefined) {
    const sentence = 'a request that may move the money is on its way; decide once it is answered';
    throw refusal('send-in-progress', sentence);
  }
  if (decision === 'happened' && amountKobo === 0) throw refusal('invalid', 'what happened has an amount');
  const says = saysOf(place.read(), decision);
  const offered = decisionsOn(movement);
  if (says !== undefined && offered.includes(says)) return;
  const words = offered.flatMap((each) => (each === 'seen' ? ['accept', 'dismiss'] : [each]));
  const may = words.length === 0 ? 'nothing can be decided now' : `it may be: ${words.join(', ')}`;
  throw refusal('invalid', `${decision} does not fit what is known of it; ${may}`);
}

/** Applies a decision. None of them sends: `release` lets the question be asked again. */
export function decideOn(place: PayoutPlace, command: ReviewResolution, item: ReviewItem): readonly never[] {
  const { decision, reason, amountKobo } = command;
  const payout = place.read();
  if (isHold(item.kind) && decision === 'release') {
    const seen = { hold: item.kind, because: item.reason };
    changePayout(place, { released: [...(payout.released ?? []), seen] });
  }
  if (isHold(item.kind) && decision === 'refuse') {
    changePayout(place, { unwanted: `an operator refused to send it: ${reason}` });
  }
  const says = item.isOfEvidence ? saysOf(payout, decision) : undefined;
  if (says === undefined) return [];
  const concluded = `an operator concluded that it was ${says === 'happened' ? 'paid' : 'not paid'}: ${reason}`;
  addPiece(
    place,
    {
      kind: 'decision',
      says,
      saw: payout.movement.changes,
      at: place.now(),
      ...(amountKobo !== undefined && { amount: amountKobo }),
    },
    says === 'seen' ? {} : { concluded },
  );
  return [];
}
