import type { Kobo } from '../money.js';
import type { ReviewKind } from './review.js';

/** A record that could not be read, or that contradicts what was asked: it becomes a review item. */
export interface Doubt {
  readonly kind: 'doubt';
  readonly about: ReviewKind;
  readonly reason: string;
  readonly atRiskKobo: Kobo;
  /** The amount that it names, if it names one. */
  readonly shownKobo?: Kobo;
}

/** A read of the gateway that shows no state. */
export type Unread =
  /** The gateway has no record of it, or not yet. */
  | { readonly kind: 'absent' }
  /** No reply, or one about something else. */
  | { readonly kind: 'none' }
  | Doubt;

export function doubt(about: ReviewKind, reason: string, atRiskKobo: Kobo): Doubt {
  return { kind: 'doubt', about, reason, atRiskKobo };
}

export function isDoubt(reading: { readonly kind: string }): reading is Doubt {
  return reading.kind === 'doubt';
}
