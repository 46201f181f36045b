import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { ofEvidence, type ReviewItem } from '../../src/domain/lifecycle/review.js';
import { type Kobo, totalOf, ZERO } from '../../src/domain/money.js';
import {
  type Collected,
  NOTHING_COLLECTED,
  withCollected,
} from '../../src/domain/unmatched-event/collected.js';
import type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../../src/domain/unmatched-event/unmatched-event.js';
import { createLifecycleState } from '../shared/run/state.js';

export type UnmatchedEventState = ReturnType<typeof createUnmatchedEvent>;

const COLLECTS = 'more events than are kept one by one: they are counted together';

export function newSnapshot(terms: UnmatchedEventTerms, at: string): UnmatchedEventSnapshot {
  return { ...beginning('UNPLACED', terms.reason, at), lifecycle: 'unmatched-event', terms };
}

/** Of a day, which holds the events that are not kept one by one. */
export function newCollector(day: string, at: string): UnmatchedEventSnapshot {
  const terms = { reference: day, eventType: '', reason: COLLECTS, excerpt: '' };
  return { ...newSnapshot(terms, at), collected: NOTHING_COLLECTED };
}

/**
 * What was collected since the last decision. A decision is about what the person saw: no two items of a day have one version, also
 * where as many events report as much.
 */
function withOneMore(review: readonly ReviewItem[], amountKobo: Kobo, collected: Collected) {
  const kind = 'unmatched-event';
  const before = review.find(({ key }) => key === kind);
  const count = (before?.count ?? 0) + 1;
  const atRiskKobo = totalOf(before?.atRiskKobo ?? ZERO, amountKobo);
  return ofEvidence({ kind, reason: COLLECTS, atRiskKobo, count } as const, String(collected.count));
}

export function createUnmatchedEvent(initial: UnmatchedEventSnapshot) {
  const record = createLifecycleState<UnmatchedEventSnapshot>(initial, {
    describe: ({ terms, collected }) =>
      collected
        ? `- **${collected.count} unmatched events of ${terms.reference}**`
        : `- **Unmatched event** \`${terms.eventType || 'no type'}\`: ${terms.reason}`,
    allowedTransitions: { UNPLACED: [] },
    worth: ({ collected }) => collected?.amountKobo ?? ZERO,
  });
  return {
    ...record,
    isAnswerable: () => true,
    /** Counts an event, once; the review item has the sum of those since the last decision. */
    collect(event: LifecycleEvent): void {
      if (event.kind !== 'unmatched') return;
      const { collected: before = NOTHING_COLLECTED } = record.snapshot();
      const collected = withCollected(before, event);
      if (collected === before) return;
      record.markSeen(event.key);
      record.change({ collected });
      record.raise(withOneMore(record.snapshot().review, event.amountKobo ?? ZERO, collected));
    },
  };
}
