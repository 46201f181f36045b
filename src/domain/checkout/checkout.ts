import type { CardStep } from './card.js';
import type { Asked, CollectionSnapshot } from '../collection/collection.js';
import type { PaymentMethod } from './hosted-page.js';
import type { Kobo } from '../money.js';
import type { SplitItem } from '../split.js';
import type { Known } from '../collection/verdict.js';

/** The merchant's request. Two requests with the same reference must agree in all of it. */
export interface CheckoutTerms extends Asked {
  readonly reference: string;
  readonly customer: { readonly email: string; readonly name?: string };
  readonly description?: string;
  readonly redirectUrl?: string;
  /** The channels that this checkout accepts; all of them by default. */
  readonly channels?: readonly Channel[];
  /** What the hosted page offers, where that differs from the channels. */
  readonly paymentMethods?: readonly PaymentMethod[];
  readonly incomeSplit?: readonly SplitItem[];
  /** The merchant's own data, stored with the transaction at the gateway. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export const CHANNELS = ['page', 'transfer', 'card'] as const;

export type Channel = (typeof CHANNELS)[number];

export function offers({ channels }: CheckoutTerms, channel: Channel): boolean {
  return channels?.includes(channel) ?? true;
}

/** One of the gateway's transactions for this checkout: each further init creates another. */
export interface GatewayTransaction {
  readonly paymentReference: string;
  readonly transactionReference: string;
  readonly checkoutUrl?: string;
  /** What its records have shown. */
  readonly known?: Known | undefined;
  /** Declined or abandoned: the payer is not sent to it, but money on it would still be found. */
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

/** The whole checkout: what queries return, webhooks carry, and a finished run returns. */
export interface CheckoutSnapshot extends CollectionSnapshot {
  readonly lifecycle: 'checkout';
  readonly terms: CheckoutTerms;
  /** When the payer first got a page or an account: from then on money can arrive. */
  readonly handedOutAt?: string;
  readonly transactions: readonly GatewayTransaction[];
  readonly virtualAccount?: VirtualAccount;
  readonly card?: CardStep;
}
