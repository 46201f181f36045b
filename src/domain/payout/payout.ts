import type { ApprovalPart } from '../approval/approval.js';
import type { Hold, ReviewKind } from '../lifecycle/review.js';
import { type Evidence, type MovementTerms, noEvidence } from '../movement/evidence.js';
import { NO_READS, type Reads } from '../movement/next-read.js';
import type { Versioned } from '../rules-version.js';

/*
 * A payout is money out of the wallet under one reference: a transfer, a bill, a paycode, a refund, a row of a batch.
 * Whatever its kind, these fields are all that decides whether it is sent, what its state is, and whether the same debt may
 * be paid again.
 */

/** What a payout waits for before it is sent. */
export type Stage = 'SCHEDULED' | 'WAITING_FOR_APPROVAL' | 'WAITING_FOR_FUNDS' | 'PAUSED';

/** How a payout ends that is not sent. */
export type UnsentEnd = 'CANCELLED' | 'EXPIRED' | 'REFUSED';

/** What the gateway's record can say of a payout, in our words. */
export type Word =
  | 'PENDING'
  | 'PENDING_AUTHORIZATION'
  | 'OTP_EMAIL_DISPATCH_FAILED'
  | 'SUCCESS'
  | 'FAILED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'REVERSED';

export type PayoutState = Stage | UnsentEnd | Word;

/** A hash of what an item says, and how many different things it has said. */
export type ItemTexts = Readonly<Record<string, { readonly says: string; readonly number: number }>>;

export interface Released {
  readonly hold: Hold;
  readonly because: string;
}

/** What was seen just before a send: whether payouts are paused, and what the wallet holds. */
export interface Look {
  readonly at: number;
  readonly paused?: string;
  /** Why the wallet cannot cover it. */
  readonly short?: string;
  /** When the balance was read, on the clock of the worker that read it. */
  readonly balanceAt?: number;
  /** Looks in a row without an answer. */
  readonly unanswered?: number;
}

export interface Held {
  readonly until: number;
  readonly count: number;
  readonly because: string;
  /** The gateway does not let this merchant, or this address, send it: only a person can change that. */
  readonly isUnauthorised?: true;
}

export interface Payout extends ApprovalPart, Versioned {
  /** What was seen of it at the gateway. */
  readonly movement: Evidence;
  readonly reads: Reads;
  /** The first moment at which it may have been sent. */
  readonly since?: number;
  /** What its record said last, and the sentence about it. */
  readonly record?: { readonly word: Word; readonly observed: string };
  readonly look?: Look | undefined;
  /** The gateway did not take the last request for now, or it did not get through: not before this moment again. */
  readonly held?: Held | undefined;
  readonly stage?: { readonly to: Stage; readonly reason: string } | undefined;
  /** Holds that a person released, each with the reason that the person saw: another reason holds it again. */
  readonly released?: readonly Released[];
  /** Why it is no longer wanted: the merchant cancelled it, or a person refused it. It may have been sent already. */
  readonly unwanted?: string | undefined;
  /** It was declined when it may have been sent, and became unwanted by that once: a gateway that does not cancel it is asked once. */
  readonly isGivenUp?: true;
  /** A lost run had it: a cancel or a decision may be lost as well, so it is sent only when a person releases it. */
  readonly recovered?: string;
  /** Why this Oware never sends it, whatever is read of it: another system made it, or an earlier version ended it. */
  readonly notOurs?: string;
  /** It ended unsent, for this reason. */
  readonly unsent?: { readonly to: UnsentEnd; readonly reason: string };
  /** Why its record could not be believed when it was last read. */
  readonly doubt?: { readonly about: ReviewKind; readonly reason: string } | undefined;
  /** The sentence about how its last request was answered. */
  readonly answered?: string;
  /** The sentence about what a person concluded last. */
  readonly concluded?: string;
  /** What its review items said last, by their keys: one that says something else has another name. */
  readonly texts?: ItemTexts;
  /** What was against it before a cancel that has no answer yet. */
  readonly cancelling?: { readonly before: string | undefined } | undefined;
  /** The gateway has a record under its reference that it did not make: the sentence about it. */
  readonly foreign?: string | undefined;
}

export const isReleased = ({ released = [] }: Pick<Payout, 'released'>, hold: Hold, because: string) =>
  released.some((each) => each.hold === hold && each.because === because);

/** What is known of a new payout. */
export const newPayout = (terms: MovementTerms): Pick<Payout, 'movement' | 'reads'> => ({
  movement: noEvidence(terms),
  reads: NO_READS,
});
