import { describe, expect, it } from 'vitest';
import { kobo, ZERO } from '../../src/domain/money.js';
import {
  afterDecision,
  awaitsDecision,
  mayReturn,
  REVIEW_KINDS,
  type ReviewItem,
  type ReviewKind,
  type ReviewState,
  withItem,
  withoutItems,
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

  it('are counted when they are decided, however many decisions are kept: webhooks about them have the number in their id', () => {
    const decision = { decision: 'dismiss', reason: 'seen' } as const;
    const cancelled = item('cancel-refused');
    let state: ReviewState = { review: [cancelled], resolved: [] };
    for (let n = 1; n <= 60; n++) {
      state = afterDecision({ ...state, review: [cancelled] }, cancelled, decision, cancelled.since);
      expect(state).toMatchObject({ review: [], decisionCount: n, dismissed: [] });
    }
    expect(state.resolved).toHaveLength(50);
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

  it('that follow from evidence and do not fit into the list are not counted, and make room for those that do', () => {
    const raised = (n: number) =>
      ({
        kind: 'unresolved',
        subject: `debit:${n}`,
        reason: 'why',
        atRiskKobo: kobo(5),
        isOfEvidence: true,
      }) as const;
    const all = Array.from({ length: 120 }, (_, n) => raised(n));
    const raise = (items: readonly ReviewItem[], some: readonly ReturnType<typeof raised>[]) =>
      some.reduce<readonly ReviewItem[]>((open, each) => withItem(open, each, 'now'), items);
    const full = raise(raise([], all), all);
    expect(full).toHaveLength(101);
    expect(full.at(-1)).toMatchObject({ key: 'unresolved:others', atRiskKobo: 5 });
    expect(full.at(-1)).not.toHaveProperty('count');
    const left = withoutItems(
      full,
      ({ key }) => key === 'unresolved:debit:7' || key === 'unresolved:debit:8',
    );
    expect(left).toHaveLength(98);
    expect(raise(left, [raised(110)]).at(-1)).toMatchObject({ key: 'unresolved:debit:110' });
  });
});
