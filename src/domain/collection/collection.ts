import type { CardToken } from '../checkout/card.js';
import type { CashPayment } from './cash.js';
import { type Currency, type Kobo, ZERO } from '../money.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';

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
  | 'REVERSED'
  | 'REFUNDED'
  | 'EXPIRED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUSED';

const MONEY = ['PAID', 'OVERPAID', 'PARTIALLY_PAID'] as const;
const RETURNED = ['REVERSED', 'REFUNDED'] as const;

/**
 * Where each state may go. Late truths are legal: money that arrives after the end is still money, and money
 * that was there may be taken back. PARTIALLY_PAID is an end that a top-up can mend.
 */
export const COLLECTION_MOVES: Transitions<CollectionState> = {
  PENDING: ['CLOSING', ...MONEY, ...RETURNED, 'EXPIRED', 'FAILED', 'CANCELLED', 'REFUSED'],
  CLOSING: [...MONEY, ...RETURNED, 'EXPIRED', 'FAILED', 'CANCELLED'],
  PARTIALLY_PAID: ['PAID', 'OVERPAID', ...RETURNED],
  PAID: ['OVERPAID', ...RETURNED],
  OVERPAID: [...RETURNED],
  // a second transaction of the same payment may still be paid
  REVERSED: ['REFUNDED', ...MONEY],
  REFUNDED: [...MONEY],
  EXPIRED: [...MONEY, ...RETURNED],
  FAILED: [...MONEY, ...RETURNED],
  CANCELLED: [...MONEY, ...RETURNED],
  REFUSED: [],
};

export function isOpen(state: CollectionState): boolean {
  return state === 'PENDING' || state === 'CLOSING';
}

/** Also of the gateway's own words, which are the same here but for UNDERPAID. */
export function isMoney(state: string): boolean {
  return state === 'PAID' || state === 'OVERPAID' || state === 'PARTIALLY_PAID' || state === 'UNDERPAID';
}

export function isEndWithoutMoney(state: CollectionState): boolean {
  return state === 'EXPIRED' || state === 'FAILED' || state === 'CANCELLED';
}

export interface Paid {
  readonly amountKobo: Kobo;
  readonly method?: string;
  readonly at?: string;
  /** What the gateway settles of it, and what it keeps. */
  readonly netKobo?: Kobo;
  readonly feeKobo?: Kobo;
  readonly payer?: { readonly name?: string; readonly bankCode?: string };
  /** Offered to the merchant when the card that paid can be charged again. */
  readonly cardToken?: CardToken;
}

/** What became of the payer's last try, also of one on the hosted page. */
export interface Attempt {
  readonly channel: 'page' | 'card';
  readonly outcome: 'declined';
  readonly reason: string;
  readonly at: string;
}

/** What a person, or a policy, has accepted although it is not what was asked. */
export type Accepted = 'underpaid' | 'late';

/** What a story knows that collects money once. */
export interface CollectionSnapshot extends LifecycleSnapshot<CollectionState> {
  readonly terms: Asked & { readonly reference: string };
  /** Money came for it, but nobody here had asked for any. */
  readonly unexpected?: true;
  /** When the gateway stops taking money for it. */
  readonly expiresAt?: string;
  readonly paid?: Paid;
  readonly cash?: readonly CashPayment[];
  /** What came in beside it, by another way. */
  readonly secondKobo?: Kobo;
  /** The window is over and less than asked has come. */
  readonly underpaid?: true;
  /** Money came after it had ended. */
  readonly late?: true;
  readonly accepted?: readonly Accepted[];
  readonly lastAttempt?: Attempt;
}

/**
 * Whether the merchant may hand over the goods: the asked amount is covered (or less was accepted), it came
 * before any end (or late money was accepted), and it was not taken back.
 */
export function isFulfillable({ state, late, unexpected, accepted = [] }: CollectionSnapshot): boolean {
  const isCovered = state === 'PAID' || state === 'OVERPAID';
  const isEnough = isCovered || (state === 'PARTIALLY_PAID' && accepted.includes('underpaid'));
  return isEnough && !unexpected && (!late || accepted.includes('late'));
}

/** Nothing more is waited for: a part payment waits for its rest until the window is over. */
export function isOver({ state, underpaid, late, accepted }: CollectionSnapshot): boolean {
  if (isOpen(state)) return false;
  return state !== 'PARTIALLY_PAID' || underpaid === true || late === true || accepted !== undefined;
}

/** What is still missing, and what came too much; zero where neither. */
export function balanceOf({ terms, paid }: CollectionSnapshot) {
  const difference = (paid?.amountKobo ?? 0) - terms.amountKobo;
  return {
    outstandingKobo: difference < 0 ? (-difference as Kobo) : ZERO,
    surplusKobo: difference > 0 ? (difference as Kobo) : ZERO,
  };
}
