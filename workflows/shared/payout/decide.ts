import { isHold, type ReviewItem } from '../../../src/domain/lifecycle/review.js';
import { decided, whyRefused } from '../../../src/domain/movement/decide.js';
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
export function refuseDecisionOn(place: PayoutPlace, command: ReviewResolution, item: ReviewItem): void {
  const { decision } = command;
  if (!item.isOfEvidence) {
    // an operation beside the movement, such as a cancel at the gateway: it ends with the decision
    if (item.kind === 'unresolved') return;
    if (decision !== 'happened' && decision !== 'did-not-happen') return;
    throw refusal('invalid', `${decision} says nothing about ${item.key}; it may be: accept, dismiss`);
  }
  const payout = place.read();
  const why = whyRefused(payout.movement, saysOf(payout, decision), command);
  if (why) throw refusal(why.type, why.detail);
}

/** Applies a decision. None of them sends: `release` lets the question be asked again. */
export function decideOn(place: PayoutPlace, command: ReviewResolution, item: ReviewItem): readonly never[] {
  const { decision, reason } = command;
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
  const { piece, part } = decided(payout.movement, says, { ...command, at: place.now() });
  addPiece(place, piece, part);
  return [];
}
