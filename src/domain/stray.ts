import type { StorySnapshot } from './story.js';

/** A body that the gateway has signed and that nobody here can place. */
export interface StrayTerms {
  /** From the bytes themselves: the same ones again are the same stray. */
  readonly reference: string;
  readonly eventType: string;
  /** Why it could not be placed. */
  readonly reason: string;
  /** How it begins, for whoever must find out what it is. */
  readonly excerpt: string;
}

/** It only waits for somebody to look at it. */
export type StrayState = 'UNPLACED';

export interface StraySnapshot extends StorySnapshot<StrayState> {
  readonly story: 'stray';
  readonly terms: StrayTerms;
}

export function toStray({ terms, review, resolved, epoch }: StraySnapshot) {
  return { ...terms, needsLook: review.length > 0, resolved, receivedAt: epoch };
}
