import type { CardStep, CardToken } from './card.js';
import type { Currency, Kobo } from './money.js';
import type { StorySnapshot } from './story.js';

/** What the merchant asked for. Two requests with the same reference must agree in all of it. */
export interface CheckoutTerms {
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly currency: Currency;
  readonly customer: { readonly email: string; readonly name?: string };
  readonly description?: string;
  readonly redirectUrl?: string;
  /** The ways by which this payment may be paid; all of them when nothing is said. */
  readonly channels?: readonly Channel[];
}

export const CHANNELS = ['page', 'transfer', 'card'] as const;

export type Channel = (typeof CHANNELS)[number];

export function offers({ channels }: CheckoutTerms, channel: Channel): boolean {
  return channels?.includes(channel) ?? true;
}

/** The gateway's words, and three of ours: CLOSING (window over, asking), REFUSED (nothing was opened). */
export type PaymentState =
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
export const LEGAL_MOVES: Record<PaymentState, readonly PaymentState[]> = {
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

export function mayMove(from: PaymentState, to: PaymentState): boolean {
  return LEGAL_MOVES[from].includes(to);
}

export function isOpen(state: PaymentState): boolean {
  return state === 'PENDING' || state === 'CLOSING';
}

export function isMoney(state: PaymentState): boolean {
  return state === 'PAID' || state === 'OVERPAID' || state === 'PARTIALLY_PAID';
}

export function isEndWithoutMoney(state: PaymentState): boolean {
  return state === 'EXPIRED' || state === 'FAILED' || state === 'CANCELLED';
}

/** One of the gateway's transactions that stand for this payment: a further init makes another. */
export interface GatewayTransaction {
  readonly paymentReference: string;
  readonly transactionReference: string;
  readonly checkoutUrl?: string;
  /** What its record showed as paid when it was last asked for. */
  readonly paidKobo?: Kobo;
  /** Declined, or given up: nobody is led to it any more, but money on it would still be found. */
  readonly spent?: true;
}

export interface TransferAccount {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly payableKobo: Kobo;
  readonly expiresAt?: string;
  readonly ussd?: string;
}

export interface Paid {
  readonly amountKobo: Kobo;
  readonly method?: string;
  readonly at?: string;
  /** Offered to the merchant when the card that paid can be charged again. */
  readonly cardToken?: CardToken;
}

/** The whole of a payment: what queries answer, what notices carry, and what a finished run returns. */
export interface PaymentSnapshot extends StorySnapshot<PaymentState> {
  readonly story: 'checkout';
  readonly terms: CheckoutTerms;
  /** Money came for it, but nobody here had asked for any. */
  readonly unexpected?: true;
  readonly transactions: readonly GatewayTransaction[];
  readonly transferAccount?: TransferAccount;
  readonly card?: CardStep;
  /** When the gateway stops taking money for it. */
  readonly expiresAt?: string;
  readonly paid?: Paid;
  /** What came in beside it, by another way. */
  readonly secondKobo?: Kobo;
}
