import type { ReviewState } from './review.js';

export interface Move<State extends string> {
  readonly to: State;
  readonly at: string;
  readonly because: string;
}

/** What every story knows of itself, and leaves behind as its result. */
export interface StorySnapshot<State extends string = string> extends ReviewState {
  readonly story: string;
  readonly terms: { readonly reference: string };
  readonly state: State;
  readonly because: string;
  readonly moves: readonly Move<State>[];
  /** Keys of the news whose claims have ended; a repeat of any of them changes nothing. */
  readonly seen: readonly string[];
  /** Start of the first run; notices are ordered by it, then by sequence. */
  readonly epoch: string;
  readonly sequence: number;
}

/** A story as it is when it begins. */
export function beginning<State extends string>(state: State, because: string, at: string) {
  return {
    state,
    because,
    review: [],
    moves: [{ to: state, at, because }],
    seen: [],
    epoch: at,
    sequence: 0,
  } as const;
}
