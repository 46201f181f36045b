import type { Booked, Books } from '../sandbox/control/books.js';

export type { Booked, Books };

/** A webhook as a merchant received it: with a valid signature, each id once. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A reply of Oware's API. */
export type View = Readonly<Record<string, unknown>>;

/** One obligation as Oware shows it, and what the books and its merchant have of it. */
export interface Seen {
  readonly kind: KindName;
  readonly reference: string;
  readonly view: View;
  /** Only what belongs to it. */
  readonly booked: readonly Booked[];
  /** By epoch and sequence, as a receiver orders them. */
  readonly webhooks: readonly ReceivedWebhook[];
  /** The time of the gateway, in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * What three witnesses say: the gateway's books, which Oware does not write, Oware's own views, and what its merchant received.
 * Nothing here is read from Temporal, and nothing is computed by Oware's rules.
 */
export interface Observation {
  readonly books: Books;
  readonly seen: readonly Seen[];
  readonly webhooks: readonly ReceivedWebhook[];
}

export const KIND_NAMES = [
  'checkout',
  'invoice',
  'charge',
  'subscription',
  'mandate',
  'reserved-account',
  'transfer',
  'bill',
  'paycode',
  'refund',
  'batch',
] as const;

export type KindName = (typeof KIND_NAMES)[number];
