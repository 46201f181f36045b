import { describe, expect, it } from 'vitest';
import { ZERO } from '../../src/domain/money.js';
import {
  awaitsDecision,
  mayReturn,
  REVIEW_KINDS,
  type ReviewItem,
  type ReviewKind,
} from '../../src/domain/lifecycle/review.js';

const item = (kind: ReviewKind, more: Partial<ReviewItem> = {}): ReviewItem => ({
  key: kind,
  kind,
  reason: 'why',
  atRiskKobo: ZERO,
  since: '2026-01-31T09:00:00.000Z',
  ...more,
});

describe('review items', () => {
  it('keep a run open, except a request to cancel by a client of Temporal', () => {
    const waiting = REVIEW_KINDS.filter((kind) => awaitsDecision([item(kind)]));
    expect(REVIEW_KINDS.filter((kind) => !waiting.includes(kind))).toEqual(['cancel-requested']);
    expect(awaitsDecision([item('cancel-requested'), item('underpaid')])).toBe(true);
    expect(awaitsDecision([])).toBe(false);
  });

  it('return after their decision where they may happen again', () => {
    const returning = REVIEW_KINDS.filter((kind) => mayReturn(item(kind)));
    expect(returning).toEqual([
      'unresolved',
      'possible-duplicate',
      'name-mismatch',
      'recovered',
      'cancel-refused',
      'cancel-requested',
      'internal-error',
    ]);
    expect(mayReturn(item('underpaid', { count: 2 }))).toBe(true);
  });
});
