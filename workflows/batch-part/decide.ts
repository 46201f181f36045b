import { isAboutRows, rowsOfItem } from '../../src/domain/batch/row-items.js';
import { isInRequest, payoutOf } from '../../src/domain/batch/row-payout.js';
import type { ReviewItem } from '../../src/domain/lifecycle/review.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import type { ReviewResolution } from '../shared/messages.js';
import { decideOn, refuseDecisionOn } from '../shared/payout/decide.js';
import { wantRead } from '../shared/payout/pay-out.js';
import { addPiece, type PayoutPlace } from '../shared/payout/place.js';
import { refusal } from '../shared/run/commands.js';
import type { PartLifecycle } from './lifecycle.js';
import { createRequestPlace, createRowPlace, rowItemRules } from './place.js';
import { syncRowItems } from './rows.js';

/** The payouts that an item is about: the request of the part, a row, or the rows that are counted together. */
function placesOf(lifecycle: PartLifecycle, { key }: ReviewItem): readonly PayoutPlace[] {
  const settings = lifecycle.given();
  if (!isAboutRows(key) || !settings) return [createRequestPlace(lifecycle)];
  const part = lifecycle.subject().snapshot();
  return rowsOfItem(part, key, rowItemRules(lifecycle, settings)).flatMap((n) => {
    const place = createRowPlace(lifecycle, n);
    return place ? [place] : [];
  });
}

/** Runs before a decision is accepted: only what no record contradicts may be decided. */
export function refuseDecision(lifecycle: PartLifecycle, command: ReviewResolution, item: ReviewItem): void {
  placesOf(lifecycle, item).forEach((place) => refuseDecisionOn(place, command, item));
  if (command.decision === 'did-not-happen' && !isAboutRows(item.key)) refuseWhileRowMoved(lifecycle);
}

/** What is claimed or shown of a row speaks against a decision that the gateway never had the request. */
function refuseWhileRowMoved(lifecycle: PartLifecycle): void {
  const { terms, rows, request } = lifecycle.subject().snapshot();
  const moved = terms.rows.find((row, index) => {
    const known = rows[index];
    return known?.seen && isInRequest(known) && standingOf(payoutOf(row, known, request).movement).most > 0;
  });
  if (moved) throw refusal('invalid', `the gateway has reported row ${moved.n}: decide about that row first`);
}

/** Applies a decision. None of them sends. */
export function decide(
  lifecycle: PartLifecycle,
  command: ReviewResolution,
  item: ReviewItem,
): readonly never[] {
  if (command.decision === 'happened' && !isAboutRows(item.key)) {
    adopt(lifecycle, command);
    return [];
  }
  const places = placesOf(lifecycle, item);
  places.forEach((place) => decideOn(place, command, item));
  syncRowItems(lifecycle);
  return [];
}

/** A person knows that the gateway has the part: what became of each row, its record says, or a person. */
function adopt(lifecycle: PartLifecycle, { reason }: ReviewResolution): void {
  const place = createRequestPlace(lifecycle);
  const { changes } = place.read().movement;
  const observed = `an operator concluded that the gateway has it: ${reason}`;
  addPiece(
    place,
    { kind: 'decision', says: 'there', saw: changes, at: place.now() },
    { record: { word: 'PENDING', observed }, doubt: undefined, foreign: undefined },
  );
  wantRead(place);
}
