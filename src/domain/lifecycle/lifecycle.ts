import type { ReviewState } from './review.js';

export interface StateTransition<State extends string> {
  readonly to: State;
  readonly at: string;
  readonly reason: string;
}

/** What every lifecycle has, and returns as its result. */
export interface LifecycleSnapshot<State extends string = string> extends ReviewState {
  readonly lifecycle: string;
  readonly terms: { readonly reference: string };
  readonly state: State;
  readonly reason: string;
  readonly transitions: readonly StateTransition<State>[];
  /** Keys of events whose claims have ended; a redelivery of any of them changes nothing. */
  readonly seen: readonly string[];
  /** Start of the first run; webhooks are ordered by it, then by sequence. */
  readonly epoch: string;
  readonly sequence: number;
}

/** The snapshot of a new lifecycle. */
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
