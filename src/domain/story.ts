import type { Kobo } from './money.js';

/** Why a person should look. The amount at risk is what could be lost or owed while nobody does. */
export interface Attention {
  readonly kind:
    | 'needs-review'
    | 'contradicted'
    | 'held-short'
    | 'held-over'
    | 'held-late'
    | 'held-second'
    | 'notice-undelivered';
  readonly reason: string;
  readonly atRiskKobo: Kobo;
  /** What was asked and what came back, where that is all there is to go by. */
  readonly evidence?: readonly Evidence[];
  /** Settled by itself with the next record that can be read. */
  readonly passes?: true;
  /** When the story itself looks again; without one it waits for news or for a decision. */
  readonly nextLookAt?: string;
}

/** One look at what became of a deed whose answer was lost. */
export interface Evidence {
  readonly at: string;
  readonly saw: string;
}

/** What a person made of an attention. It moves no money by itself. */
export interface Decision {
  /** accept: the money is kept as it came. dismiss: there is nothing to be done about it. */
  readonly decision: 'accept' | 'dismiss';
  readonly reason: string;
}

export interface Decided extends Decision {
  readonly at: string;
  readonly about: Attention['kind'];
}

export interface Move<State extends string> {
  readonly to: State;
  readonly at: string;
  readonly because: string;
}

/** What every story knows of itself, and leaves behind as its result. */
export interface StorySnapshot<State extends string = string> {
  readonly story: string;
  readonly terms: { readonly reference: string };
  readonly state: State;
  readonly because: string;
  readonly attention?: Attention | undefined;
  readonly decided?: readonly Decided[];
  readonly moves: readonly Move<State>[];
  /** Keys of the news already taken in; a repeat of any of them changes nothing. */
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
    moves: [{ to: state, at, because }],
    seen: [],
    epoch: at,
    sequence: 0,
  } as const;
}
