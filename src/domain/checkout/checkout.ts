import type { CardStep } from './card.js';
import type { Asked, CollectionSnapshot } from '../collection/collection.js';
import type { PaymentMethod } from './hosted-page.js';
import type { Kobo } from '../money.js';
import type { SplitItem } from '../split.js';
import type { Known } from '../collection/verdict.js';

/** What the merchant asked for. Two requests with the same reference must agree in all of it. */
export interface CheckoutTerms extends Asked {
  readonly reference: string;
  readonly customer: { readonly email: string; readonly name?: string };
  readonly description?: string;
  readonly redirectUrl?: string;
  /** The ways by which this payment may be paid; all of them when nothing is said. */
  readonly channels?: readonly Channel[];
  /** What the hosted page offers, where that is not what the channels say. */
  readonly paymentMethods?: readonly PaymentMethod[];
  readonly incomeSplit?: readonly SplitItem[];
  /** The merchant's own, kept with the transaction at the gateway. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export const CHANNELS = ['page', 'transfer', 'card'] as const;

export type Channel = (typeof CHANNELS)[number];

export function offers({ channels }: CheckoutTerms, channel: Channel): boolean {
  return channels?.includes(channel) ?? true;
}

/** One of the gateway's transactions that stand for this payment: a further init makes another. */
export interface GatewayTransaction {
  readonly paymentReference: string;
  readonly transactionReference: string;
  readonly checkoutUrl?: string;
  /** What its records have shown. */
  readonly known?: Known;
  /** Declined, or given up: nobody is led to it any more, but money on it would still be found. */
  readonly spent?: true;
}

export interface VirtualAccount {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly payableKobo: Kobo;
  readonly expiresAt?: string;
  readonly ussd?: string;
}

/** The whole of a payment: what queries answer, what notices carry, and what a finished run returns. */
export interface CheckoutSnapshot extends CollectionSnapshot {
  readonly lifecycle: 'checkout';
  readonly terms: CheckoutTerms;
  /** When somebody was first given a page or an account: from then on money can come. */
  readonly handedOutAt?: string;
  readonly transactions: readonly GatewayTransaction[];
  readonly virtualAccount?: VirtualAccount;
  readonly card?: CardStep;
}
