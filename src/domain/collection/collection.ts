import type { CardToken } from '../checkout/card.js';
import type { Currency, Kobo } from '../money.js';
import type { Transitions } from '../lifecycle/transitions.js';

/** The amount due and its currency: enough to compare a gateway record with. */
export interface Asked {
  readonly amountKobo: Kobo;
  readonly currency: Currency;
}

/**
 * The states of a lifecycle that collects money once, a checkout or an invoice: the gateway's words, and two
 * of ours: CLOSING (the window has closed, checking) and REFUSED (nothing was opened).
 */
export type CollectionState =
  | 'PENDING'
  | 'CLOSING'
  | 'PAID'
  | 'OVERPAID'
  | 'PARTIALLY_PAID'
  | 'REVERSED'
  | 'REFUNDED'
  | 'EXPIRED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUSED';

const ALL: readonly CollectionState[] = [
  'PENDING',
  'CLOSING',
  'PAID',
  'OVERPAID',
  'PARTIALLY_PAID',
  'REVERSED',
  'REFUNDED',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
  'REFUSED',
];

/** Any may follow any: the state derives from what is known. */
export const COLLECTION_TRANSITIONS: Transitions<CollectionState> = {
  PENDING: ALL,
  CLOSING: ALL,
  PARTIALLY_PAID: ALL,
  PAID: ALL,
  OVERPAID: ALL,
  REVERSED: ALL,
  REFUNDED: ALL,
  EXPIRED: ALL,
  FAILED: ALL,
  CANCELLED: ALL,
  REFUSED: ALL,
};

export function isOpen(state: CollectionState): boolean {
  return state === 'PENDING' || state === 'CLOSING';
}

/** Also accepts the gateway's own words, which are the same except for UNDERPAID. */
export function isMoney(state: string): boolean {
  return state === 'PAID' || state === 'OVERPAID' || state === 'PARTIALLY_PAID' || state === 'UNDERPAID';
}

/** The gateway's words for money that went back. */
export const isReturn = (status: string): boolean => status === 'REVERSED' || status === 'REFUNDED';

export interface Paid {
  /** The gateway's transaction; absent in what was recorded before refunds existed. */
  readonly transactionReference?: string;
  readonly amountKobo: Kobo;
  readonly method?: string;
  /** How many accounts it came from, where there are several. */
  readonly sources?: number;
  readonly at?: string;
  /** What the gateway settles of it, and its fee. */
  readonly netKobo?: Kobo;
  readonly feeKobo?: Kobo;
  readonly payer?: { readonly name?: string; readonly bankCode?: string };
  /** Offered to the merchant when the card can be charged again. */
  readonly cardToken?: CardToken;
}

/** The outcome of the payer's last attempt, also on the hosted page. */
export interface Attempt {
  readonly channel: 'page' | 'card';
  readonly outcome: 'declined';
  readonly reason: string;
  readonly at: string;
}
