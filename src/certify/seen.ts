/** What the gateway's books have of one payment, payout or refund (`GET /sandbox/books`). */
export interface Booked {
  readonly kind: 'collection' | 'transfer' | 'bill' | 'paycode' | 'refund';
  readonly reference: string;
  readonly transactionReference: string;
  readonly of: { readonly kind: string; readonly reference: string } | null;
  readonly leftKobo: number;
  readonly arrivedKobo: number;
  readonly times: number;
}

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

/** The gateway's books of one merchant. */
export interface Books {
  /** When it was read, by the gateway's clock. */
  readonly at: number;
  readonly balanced: boolean;
  readonly problems: readonly string[];
  readonly booked: readonly Booked[];
  /** Ledger entries that no record explains. */
  readonly unexplained: readonly {
    readonly id: string;
    readonly cause: string;
    readonly reference: string;
  }[];
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
