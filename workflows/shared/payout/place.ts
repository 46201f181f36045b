import { add } from '../../../src/domain/movement/evidence.js';
import type { Piece } from '../../../src/domain/movement/pieces.js';
import { itemsDue, type ItemRules, named, withTexts } from '../../../src/domain/payout/items.js';
import type { Payout } from '../../../src/domain/payout/payout.js';
import { type Shown, stateOf } from '../../../src/domain/payout/state.js';
import { type PayoutNews, viewOf, webhooksDue } from '../../../src/domain/payout/webhooks-due.js';
import { type NewReviewItem, reviewKey, type ReviewItem } from '../../../src/domain/lifecycle/review.js';

/** Where one payout is kept: the lifecycle of a transfer, or one refund among several. */
export interface PayoutPlace {
  readonly read: () => Payout & Shown;
  /** Keeps what is known, and what is shown. */
  readonly write: (part: Partial<Payout>, shown: Shown) => void;
  /** Sends the merchant what is due. */
  readonly notify: (news: PayoutNews) => void;
  readonly raise: (item: NewReviewItem) => boolean;
  readonly clear: (isGone: (item: ReviewItem) => boolean) => void;
  /** Undefined while the settings are not known: then nothing was sent. */
  readonly itemRules: () => ItemRules | undefined;
  readonly now: () => number;
  /** One read of its record at a time, so that what is known has one order. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** How to withdraw the request that is on its way; undefined when none is. */
  readonly setWithdrawal: (withdraw: (() => void) | undefined) => void;
}

/**
 * The only way in which a payout changes. State, webhooks and review items follow from what is known; no other code decides
 * about them.
 */
export function changePayout(place: PayoutPlace, part: Partial<Payout>): void {
  const before = place.read();
  const known: Payout = { ...before, ...part };
  const { state, reason } = stateOf(known, before);
  const shown = { state, reason };
  const [was, is] = [viewOf(before, before), viewOf(known, shown)];
  // an error in what follows the write would lose them
  const due = webhooksDue(was, is);
  place.write(part, shown);
  syncItems(place);
  if (was.isSafe && !is.isSafe) {
    const why = 'the gateway reports money after it was reported as safe to pay again';
    place.raise({
      kind: 'conflicting-records',
      subject: 'state',
      reason: why,
      atRiskKobo: known.movement.terms.asked,
      addsUp: true,
    });
  }
  if (is.state === 'REVERSED' && was.state !== 'REVERSED') {
    const why = 'the bank returned the money after it had accepted it';
    place.raise({
      kind: 'payout-reversed',
      reason: why,
      atRiskKobo: known.movement.terms.asked,
      addsUp: true,
    });
  }
  due.forEach(place.notify);
}

/** Adds what was seen of the movement; news begins the schedule of reads anew. */
export function addPiece(place: PayoutPlace, piece: Piece, part: Partial<Payout> = {}): void {
  const { movement, reads } = place.read();
  const after = add(movement, piece);
  const isNews = after.changes !== movement.changes;
  const counted = isNews && piece.kind !== 'reading' ? { ...reads, count: 0 } : reads;
  changePayout(place, { reads: counted, ...part, movement: after });
}

/** Raises what is for a person now, and removes what is settled. */
export function syncItems(place: PayoutPlace): void {
  const rules = place.itemRules();
  if (!rules) return;
  const payout = place.read();
  const items = itemsDue(payout, rules);
  const texts = withTexts(payout.texts, items);
  if (texts !== payout.texts && items.length > 0) place.write({ texts }, payout);
  const due = items.map((item) => named(item, texts));
  const keys = due.map(reviewKey);
  place.clear(({ key, isOfEvidence }) => isOfEvidence === true && !keys.includes(key));
  due.forEach(place.raise);
}
