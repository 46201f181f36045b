import type { LookAnswer, LookRequest } from '../../../activities/look.js';
import type { Settings } from '../../../src/config/settings.js';
import type { Kobo } from '../../../src/domain/money.js';
import type { Evidence, MovementTerms } from '../../../src/domain/movement/evidence.js';
import type { Limit } from '../../../src/domain/movement/may-send.js';
import type { SendAnswer } from '../../../src/domain/movement/pieces.js';
import type { Requirement } from '../../../src/domain/payout/next-step.js';
import type { RecordShows } from '../../../src/domain/payout/record.js';
import type { Withdrawable } from '../gateway/money-request.js';

export type { Withdrawable } from '../gateway/money-request.js';

/** What was found under its reference; a reply about another payout is none. */
export type Found = RecordShows | { readonly shows: 'absent' } | undefined;

/** The answer to one request. */
export interface SendReply {
  readonly answer: SendAnswer;
  /** The sentence about it. */
  readonly observed: string;
  /** What the reply shows of its record. */
  readonly record?: RecordShows;
  /** It was held because the wallet holds too little. */
  readonly isShort?: true;
  /** It was held, and is not sent again before this moment. */
  readonly notBefore?: number;
  /** It was held because the gateway does not let this merchant, or this address, send it. */
  readonly isUnauthorised?: true;
}

/** How one kind of payout is sent, found and prepared; everything that decides about its money is in `domain/payout`. */
export interface PayoutKind {
  readonly movement: (settings: Settings) => MovementTerms;
  /** When it is sent at the earliest, and at the latest. */
  readonly startAt: () => number;
  readonly notAfter: (settings: Settings) => number;
  /** From when on an outcome is expected. */
  readonly expectedFrom: (settings: Settings) => number;
  /** What must be met before a send, beside what all kinds require. */
  readonly requirement: (settings: Settings, now: number) => Requirement | undefined;
  /** The other movements for the same debt. */
  readonly others?: () => readonly Evidence[];
  /** What it shares with others and must not exceed together with them. */
  readonly limits?: () => readonly Limit[];
  /** Whether what the gateway has can still be stopped. */
  readonly isStoppable?: () => boolean;
  /** What the wallet must cover: the amount and the fee. */
  readonly needKobo: (settings: Settings) => Kobo;
  /** What is read before a send, beside pauses and the balance. */
  readonly wants: (now: number) => Omit<LookRequest, 'queue' | 'withBalance' | 'newerThan'>;
  /** Keeps what its kind learns from that. */
  readonly learn?: (answer: LookAnswer) => void;
  /**
   * One request, until this moment. It throws what the activity throws. Only the request itself is within `withdrawable`: what
   * follows from its reply, such as a webhook, must not be cancelled with it.
   */
  readonly send: (notAfter: number, withdrawable: Withdrawable) => Promise<SendReply>;
  readonly find: () => Promise<Found>;
}
