import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import { toReviewItem } from '../lifecycle/state-view.js';
import { inNairaAndKobo, type Kobo } from '../money.js';
import type { Collected } from './collected.js';

/** A body with a valid signature that belongs to no lifecycle. */
export interface UnmatchedEventTerms {
  /** Derived from the bytes: a redelivery is the same unmatched event. */
  readonly reference: string;
  readonly eventType: string;
  /** Why it has no lifecycle. */
  readonly reason: string;
  /** The beginning of the body, for the operator. */
  readonly excerpt: string;
}

/** It waits for an operator. */
export type UnmatchedEventState = 'UNPLACED';

export interface UnmatchedEventSnapshot extends LifecycleSnapshot<UnmatchedEventState> {
  readonly lifecycle: 'unmatched-event';
  readonly terms: UnmatchedEventTerms;
  /** Of a day: the events that are not kept one by one. */
  readonly collected?: Collected;
}

export function toUnmatchedEvent({ terms, review, resolved, epoch, collected }: UnmatchedEventSnapshot) {
  return {
    ...terms,
    needsReview: review.length > 0,
    ...(review.length > 0 && { reviewItems: review.map(toReviewItem) }),
    resolved,
    receivedAt: epoch,
    collected: collected && toCollected(collected),
  };
}

function toCollected({ amountKobo, byReason, samples, others, ...counts }: Collected) {
  const withAmount = <Each extends { readonly amountKobo?: Kobo }>({ amountKobo: each, ...rest }: Each) => ({
    ...rest,
    ...(each !== undefined && inNairaAndKobo('amount', each)),
  });
  return {
    ...counts,
    ...inNairaAndKobo('amount', amountKobo),
    byReason: byReason.map(withAmount),
    samples: samples.map(withAmount),
    others: others.map(withAmount),
  };
}
