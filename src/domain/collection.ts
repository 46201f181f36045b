import type { CardToken } from './card.js';
import type { CashPayment } from './cash.js';
import type { Currency, Kobo } from './money.js';
import type { StorySnapshot } from './story.js';

/** What is owed: enough to read a record of the gateway against. */
export interface Asked {
  readonly amountKobo: Kobo;
  readonly currency: Currency;
}

/**
 * The states of whatever collects money once, a checkout or an invoice: the gateway's words, and ours: CLOSING
 * (its time is over, asking) and REFUSED (nothing was opened).
 */
export type CollectionState =
  | 'PENDING'
  | 'CLOSING'
  | 'PAID'
  | 'OVERPAID'
  | 'PARTIALLY_PAID'
  | 'EXPIRED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUSED';

/**
 * Where each state may go. Late truths are legal: money that arrives after the end is still money.
 * PARTIALLY_PAID is an end that a top-up can mend.
 */
export const LEGAL_MOVES: Record<CollectionState, readonly CollectionState[]> = {
  PENDING: ['CLOSING', 'PAID', 'OVERPAID', 'PARTIALLY_PAID', 'EXPIRED', 'FAILED', 'CANCELLED', 'REFUSED'],
  CLOSING: ['PAID', 'OVERPAID', 'PARTIALLY_PAID', 'EXPIRED', 'FAILED', 'CANCELLED'],
  PARTIALLY_PAID: ['PAID', 'OVERPAID'],
  PAID: ['OVERPAID'],
  OVERPAID: [],
  EXPIRED: ['PAID', 'OVERPAID', 'PARTIALLY_PAID'],
  FAILED: ['PAID', 'OVERPAID', 'PARTIALLY_PAID'],
  CANCELLED: ['PAID', 'OVERPAID', 'PARTIALLY_PAID'],
  REFUSED: [],
};

export function mayMove(from: CollectionState, to: CollectionState): boolean {
  return LEGAL_MOVES[from].includes(to);
}

export function isOpen(state: CollectionState): boolean {
  return state === 'PENDING' || state === 'CLOSING';
}

/** Also of the gateway's own words, which are the same here. */
export function isMoney(state: string): boolean {
  return state === 'PAID' || state === 'OVERPAID' || state === 'PARTIALLY_PAID';
}

export function isEndWithoutMoney(state: CollectionState): boolean {
  return state === 'EXPIRED' || state === 'FAILED' || state === 'CANCELLED';
}

export interface Paid {
  readonly amountKobo: Kobo;
  readonly method?: string;
  readonly at?: string;
  /** Offered to the merchant when the card that paid can be charged again. */
  readonly cardToken?: CardToken;
}

/** What a story knows that collects money once. */
export interface CollectionSnapshot extends StorySnapshot<CollectionState> {
  readonly terms: Asked & { readonly reference: string };
  /** Money came for it, but nobody here had asked for any. */
  readonly unexpected?: true;
  /** When the gateway stops taking money for it. */
  readonly expiresAt?: string;
  readonly paid?: Paid;
  readonly cash?: readonly CashPayment[];
  /** What came in beside it, by another way. */
  readonly secondKobo?: Kobo;
}
