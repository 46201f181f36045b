import type { Kobo } from '../money.js';

/*
 * A movement is one thing at the gateway that may move money once, under one reference: a charge, a debit, a transfer, the
 * send of a row, a refund, a bill, a paycode, a payer's payment. Pieces are what was seen of it.
 */

/**
 * On one clock, Temporal's: when a request was scheduled, and when its result was recorded. Clocks of the gateway, the api
 * and workers decide nothing. One piece is later than another if it was asked after the other was answered. A reading
 * that came with the reply to a request has the time of the answer as both.
 */
export interface Span {
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** The request that makes the money move, or a step that authorises it, such as an OTP. */
export type Step = 'request' | 'authorise';

/** A request is on its way, from the moment it is scheduled until its answer is recorded. */
export interface Sending {
  readonly kind: 'sending';
  readonly step: Step;
  readonly askedAt: number;
}

/** How a request that can move money was answered. */
export type SendAnswer =
  /** It surely did not leave: the word of the activity, or no worker had started it. */
  | 'not-left'
  /** Refused for good. A refusal that proves nothing is `left`. */
  | 'refused'
  /** Refused for now: too little money, a rate limit, credentials. */
  | 'held'
  | 'accepted'
  /** The gateway knows the reference already. */
  | 'used'
  /** It looks like another payment, and none of ours explains it. */
  | 'twin'
  /** It may have arrived: no reply that can be trusted. */
  | 'left';

export interface Send extends Span {
  readonly kind: 'send';
  readonly step: Step;
  readonly answer: SendAnswer;
}

/** What a record shows. No answer is no reading; a reply that carries the record's state is one. */
export type Shown =
  | 'absent'
  /** It waits for a step that authorises it. */
  | 'authorising'
  | 'pending'
  /** It ended without money: failed, expired, cancelled. An end whose text leaves the outcome open is none. */
  | 'end'
  | 'money'
  /** The money went back, other than by our own refunds. */
  | 'return'
  /** An unknown word, money without an amount, another currency, fields that are not ours. */
  | 'odd';

export interface Reading extends Span {
  readonly kind: 'reading';
  readonly shows: Shown;
  /** Of money and returns; of something odd, if it names an amount. Without one a return is the whole. */
  readonly amount?: Kobo;
  /** More may come, such as the rest of a part payment. */
  readonly isOpen?: true;
  /** What is odd about it: something else is news. */
  readonly about?: string;
}

/**
 * A signed event, or the word of another lifecycle: a reason to read. One that cannot be read is odd. Cash has no record: its
 * event is a reading. `there`: the gateway has the request, as what it reports of a part of it shows; no more.
 */
export interface Claim {
  readonly kind: 'claim';
  readonly shows: 'money' | 'return' | 'odd' | 'there';
  /** Zero where it names none. */
  readonly amount: Kobo;
}

/** What all our refunds of it have returned, as their lifecycle last reported the sums. */
export interface Refunds {
  readonly kind: 'refunds';
  readonly least: Kobo;
  readonly most: Kobo;
  /** Generation, epoch and sequence of the report: an older one changes nothing. */
  readonly order: readonly [generation: number, epoch: number, sequence: number];
}

/**
 * What a person concluded. `seen`: the records are right as they are. `there`: the gateway has the request, and what became of
 * its parts is not decided with it.
 */
export interface Decision {
  readonly kind: 'decision';
  readonly says: 'happened' | 'did-not-happen' | 'seen' | 'there';
  /** How much happened; what was claimed, or asked for, unless given. */
  readonly amount?: Kobo;
  /** The number of changes that it covers: its item had the version that the person named. What comes later was not decided on. */
  readonly saw: number;
  readonly at: number;
}

export type Piece = Sending | Send | Reading | Claim | Refunds | Decision;
