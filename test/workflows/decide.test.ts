import { describe, expect, it } from 'vitest';
import {
  isFitting,
  type NewReviewItem,
  RESOLUTIONS,
  type ReviewItem,
} from '../../src/domain/lifecycle/review.js';
import { kobo } from '../../src/domain/money.js';
import { addAll } from '../../src/domain/movement/evidence.js';
import type { Piece } from '../../src/domain/movement/pieces.js';
import { newPayout } from '../../src/domain/payout/payout.js';
import { refuseDecisionOn } from '../../workflows/shared/payout/decide.js';
import type { PayoutPlace } from '../../workflows/shared/payout/place.js';

const asked = kobo(2_000_00);
const SENT: Piece = { kind: 'send', step: 'request', answer: 'accepted', askedAt: 0, answeredAt: 1 };
const WAITS: Piece = { kind: 'reading', shows: 'pending', askedAt: 2, answeredAt: 3 };

/** The decisions that are accepted on an item of a payout whose record waits. */
function offered(key: string, kind: NewReviewItem['kind']): readonly string[] {
  const item: ReviewItem = { key, kind, reason: '', atRiskKobo: asked, since: '' };
  const movement = addAll(newPayout({ asked }).movement, [SENT, WAITS]);
  const place = { read: () => ({ movement }) } as unknown as PayoutPlace;
  return RESOLUTIONS.filter((decision) => {
    try {
      refuseDecisionOn(place, { key, decision, reason: 'checked' }, item);
      return isFitting(decision, kind);
    } catch {
      return false;
    }
  });
}

describe('an item of a payout that does not follow from its evidence', () => {
  it('of an operation without an outcome, such as a cancel at the gateway, is decided', () => {
    expect(offered('unresolved:cancel', 'unresolved')).toEqual(['happened', 'did-not-happen']);
  });

  it('about something that happened is accepted or dismissed: no word about the money fits it', () => {
    expect(offered('conflicting-records:state', 'conflicting-records')).toEqual(['accept', 'dismiss']);
    expect(offered('payout-reversed', 'payout-reversed')).toEqual(['accept', 'dismiss']);
  });
});
