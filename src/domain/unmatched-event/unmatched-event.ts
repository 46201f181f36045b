import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';

/** A body that the gateway has signed and that nobody here can place. */
export interface UnmatchedEventTerms {
  /** From the bytes themselves: the same ones again are the same stray. */
  readonly reference: string;
  readonly eventType: string;
  /** Why it could not be placed. */
  readonly reason: string;
  /** How it begins, for whoever must find out what it is. */
  readonly excerpt: string;
}

/** It only waits for somebody to look at it. */
export type UnmatchedEventState = 'UNPLACED';

export interface UnmatchedEventSnapshot extends LifecycleSnapshot<UnmatchedEventState> {
  readonly lifecycle: 'unmatched-event';
  readonly terms: UnmatchedEventTerms;
}

export function toUnmatchedEvent({ terms, review, resolved, epoch }: UnmatchedEventSnapshot) {
  return { ...terms, needsReview: review.length > 0, resolved, receivedAt: epoch };
}
