import type { CardStep } from './card.js';
import type { Asked } from '../collection/collection.js';
import type { CollectionSnapshot } from '../collection/snapshot.js';
import type { PaymentMethod } from './hosted-page.js';
import type { Kobo } from '../money.js';
import type { OrderTransaction } from '../order/order.js';
import type { SplitItem } from '../split.js';

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
export interface GatewayTransaction extends OrderTransaction {
  readonly paymentReference: string;
  readonly checkoutUrl?: string;
  /** Declined or abandoned: the payer is not sent to it, but money on it would still be found. */
  readonly spent?: true;
}

/** The transactions that a payer can be sent to. */
export const placesOf = ({ transactions }: Pick<CheckoutSnapshot, 'transactions'>) =>
  transactions.filter(({ isOffline }) => !isOffline);

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
  /** An earlier run was lost: it may have charged a card on each transaction that no later run opened. */
  readonly mayHaveCharged?: true;
}
