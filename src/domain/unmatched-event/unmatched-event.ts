import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';

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
}

export function toUnmatchedEvent({ terms, review, resolved, epoch }: UnmatchedEventSnapshot) {
  return { ...terms, needsReview: review.length > 0, resolved, receivedAt: epoch };
}
