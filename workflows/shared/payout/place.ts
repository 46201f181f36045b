import { add } from '../../../src/domain/movement/evidence.js';
import type { Piece } from '../../../src/domain/movement/pieces.js';
import { itemsDue, type ItemRules, named, withTexts } from '../../../src/domain/payout/items.js';
import type { Payout } from '../../../src/domain/payout/payout.js';
import { changeOf } from '../../../src/domain/payout/change.js';
import type { Shown } from '../../../src/domain/payout/state.js';
import type { PayoutNews } from '../../../src/domain/payout/webhooks-due.js';
import { type NewReviewItem, reviewKey, type ReviewItem } from '../../../src/domain/lifecycle/review.js';
import type { Lifecycle } from '../run/lifecycle.js';
import type { PayoutKind } from './payout-kind.js';

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
  /** Withdraws that request, if no worker has started it; one that has started is answered. */
  readonly withdraw: () => void;
  /** Where one request moves several amounts: what was seen of it was seen of each. */
  readonly share?: (piece: Piece) => void;
}

/** What decides whether something about a payout is for a person; undefined while the settings are not known. */
export function itemRulesOf(
  { pace, given }: Pick<Lifecycle, 'pace' | 'given'>,
  { expectedFrom }: Pick<PayoutKind, 'expectedFrom'>,
  own: Pick<ItemRules, 'subject' | 'open'>,
): ItemRules | undefined {
  const settings = given();
  return (
    settings && {
      ...own,
      now: pace.now(),
      readsOfClaim: settings.recheckScheduleMs.length + 1,
      unresolvedAfterMs: settings.unresolvedAfterMs,
      expectedFrom: expectedFrom(settings),
    }
  );
}

/**
 * The only way in which a payout changes. State, webhooks and review items follow from what is known; no other code decides
 * about them.
 */
export function changePayout(place: PayoutPlace, change: Partial<Payout>): void {
  // an error in what follows the write would lose it
  const { part, shown, due, items } = changeOf(place.read(), change);
  place.write(part, shown);
  syncItems(place);
  items.forEach(place.raise);
  due.forEach(place.notify);
}

/** Adds what was seen of the movement; news begins the schedule of reads anew. */
export function addPiece(place: PayoutPlace, piece: Piece, part: Partial<Payout> = {}): void {
  place.share?.(piece);
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
