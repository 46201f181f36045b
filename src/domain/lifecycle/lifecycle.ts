import type { ReviewState } from './review.js';

export interface StateTransition<State extends string> {
  readonly to: State;
  readonly at: string;
  readonly reason: string;
}

/** What every story knows of itself, and leaves behind as its result. */
export interface LifecycleSnapshot<State extends string = string> extends ReviewState {
  readonly lifecycle: string;
  readonly terms: { readonly reference: string };
  readonly state: State;
  readonly reason: string;
  readonly transitions: readonly StateTransition<State>[];
  /** Keys of the news whose claims have ended; a repeat of any of them changes nothing. */
  readonly seen: readonly string[];
  /** Start of the first run; notices are ordered by it, then by sequence. */
  readonly epoch: string;
  readonly sequence: number;
}

/** A story as it is when it begins. */
export function beginning<State extends string>(state: State, reason: string, at: string) {
  return {
    state,
    reason,
    review: [],
    transitions: [{ to: state, at, reason }],
    seen: [],
    epoch: at,
    sequence: 0,
  } as const;
}
