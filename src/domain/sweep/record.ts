import type { Kobo } from '../money.js';

/** The records of the gateway that a sweep compares: listings, and what is read one by one. */
export const SOURCES = [
  'transactions',
  'transfers',
  'refunds',
  'mandates',
  'debits',
  'bills',
  'paycodes',
] as const;

export type Source = (typeof SOURCES)[number];

/**
 * How far money got; a mandate that can be debited counts as `moved`. `unsent`: Oware has not sent it. `none`: it ended without money. `refunded` differs from
 * `returned` because the gateway's record of a payment does not always show its refunds.
 */
export type Progress = 'unsent' | 'pending' | 'moved' | 'returned' | 'refunded' | 'none';

/** What Oware holds of one record of the gateway. */
export interface Held {
  readonly source: Source;
  /** What the gateway's record is found by. */
  readonly key: string;
  /** As people see it. */
  readonly state: string;
  readonly progress: Progress;
  /** Of the money; absent where Oware keeps only that it knows the record. */
  readonly amountKobo?: Kobo;
  /** When it was sent, where one lifecycle holds records of many days. */
  readonly at?: string;
  /** When it came back, where it did. */
  readonly returnedAt?: string;
  /** The payment that it refunds. */
  readonly transactionReference?: string;
  /** The gateway has no read for it: only an event reported it. */
  readonly isUnlisted?: true;
}

/** What one lifecycle holds. */
export interface Holdings {
  readonly held: readonly Held[];
  /** Finds one that is not listed, where the lifecycle keeps hashes of references. */
  readonly find?: (row: Wanted) => Held | undefined;
}

/** What a record is looked up by. */
export type Wanted = Pick<Row, 'key' | 'source' | 'paymentReference'>;

/** What a listing of the gateway shows. */
export interface Row {
  readonly source: Source;
  readonly key: string;
  /** The gateway's word. */
  readonly status: string;
  /** `unclear`: Oware does not know the word. */
  readonly progress: Progress | 'unclear';
  readonly amountKobo?: Kobo;
  /** What the gateway calls it by the merchant's side. */
  readonly paymentReference?: string;
  /** The payment that it refunds. */
  readonly transactionReference?: string;
}

export function findHeld({ held, find }: Holdings, wanted: Wanted): Held | undefined {
  return held.find((each) => each.key === wanted.key) ?? find?.(wanted);
}
