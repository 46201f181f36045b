import type { GatewayTransaction } from '../checkout/checkout.js';
import type { Asked } from '../collection/collection.js';
import type { CollectionSnapshot } from '../collection/snapshot.js';
import { judge, type Reading } from '../collection/verdict.js';
import type { TransactionRecord } from '../collection/record.js';
import { isOurOwn } from '../lifecycle/adoption.js';
import type { SplitItem } from '../split.js';
import type { CardSource, ChargeableCard, ChargedCustomer } from './card.js';

/** The merchant's request. Two requests with the same reference must agree in all of it. */
export interface ChargeTerms extends Asked, CardSource {
  readonly reference: string;
  readonly customer: ChargedCustomer;
  readonly description?: string;
  readonly incomeSplit?: readonly SplitItem[];
  /** The merchant's own data, stored with the transaction at the gateway. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The whole charge: what queries return, webhooks carry, and a finished run returns. */
export interface ChargeSnapshot extends CollectionSnapshot {
  readonly lifecycle: 'charge';
  readonly terms: ChargeTerms;
  readonly card?: ChargeableCard;
  /** When the gateway had it. */
  readonly sentAt?: string;
  readonly transactions: readonly GatewayTransaction[];
  /** Why it is not sent yet. */
  readonly waiting?: string;
  /** Why it must not be sent: the merchant cancelled it, or it has no card. */
  readonly unwanted?: { readonly end: 'CANCELLED' | 'REFUSED'; readonly reason: string };
  /** The gateway no longer takes the token. */
  readonly tokenRefused?: true;
}

/** What a record proves. The token in it is left out: only the card of the terms is charged. */
export function judgeCharge(asked: Asked, record: TransactionRecord): Reading {
  return judge(asked, { ...record, cardDetails: null });
}

/** Whether a record under a reference of ours stems from an attempt at that time. Policies weigh its amount. */
export function isOurCharge(
  { currency, email }: { readonly currency: string; readonly email: string | undefined },
  record: TransactionRecord,
  since: number,
): boolean {
  return isOurOwn(since, {
    createdOn: record.paidOn,
    pairs: [
      [currency, record.currency],
      [email, record.customer?.email],
    ],
  });
}
