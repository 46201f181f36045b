import { type MovementTerms, noEvidence } from '../movement/evidence.js';
import { NO_READS } from '../movement/next-read.js';
import type { Payout } from '../payout/payout.js';
import type { Versioned } from '../rules-version.js';

/*
 * Money is pulled for a period: a due date of a mandate or a subscription, or one debit on demand. A period is paid once and
 * may have several attempts, each under a reference of its own: a debit, or a charge of a card.
 */

type Followed = Pick<
  Payout,
  | 'movement'
  | 'reads'
  | 'since'
  | 'look'
  | 'held'
  | 'stage'
  | 'unsent'
  | 'doubt'
  | 'answered'
  | 'concluded'
  | 'notOurs'
  | 'foreign'
>;

/** One request that pulls money. These fields are all that decides whether it is sent, and what its state is. */
export interface Attempt extends Followed, Versioned {
  /** The sentence about what its record showed last. */
  readonly observed?: string;
  /** When an event reported money of it that no record had shown. */
  readonly claimedAt?: number;
}

export type AttemptState =
  'PENDING' | 'PAUSED' | 'PAID' | 'FAILED' | 'EXPIRED' | 'CANCELLED' | 'REFUSED' | 'REVERSED';

/** What merchants see of an attempt first. */
export interface Shown<State extends AttemptState = AttemptState> {
  readonly state: State;
  readonly reason: string;
}

/** What is known of a new attempt. */
export const newAttempt = (terms: MovementTerms): Pick<Attempt, 'movement' | 'reads'> => ({
  movement: noEvidence(terms),
  reads: NO_READS,
});
