import type { GatewayTransaction } from '../checkout/checkout.js';
import type { Asked } from '../collection/collection.js';
import type { CollectionSnapshot } from '../collection/snapshot.js';
import { judge, type Reading } from '../collection/verdict.js';
import type { TransactionRecord } from '../collection/record.js';
import { type Ownership, ownershipOf } from '../lifecycle/adoption.js';
import { type Kobo, ZERO } from '../money.js';
import type { Order } from '../order/order.js';
import { endByAttempt, endByRecords } from '../order/state.js';
import { PULL_VERSIONS } from '../pull/versions.js';
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
  /** Why it is no longer wanted. It may have been sent already. */
  readonly unwanted?: string;
}

/** Only the gateway ends what it has; no payer can try again. */
export const endOfCharge = (order: Order): Order['end'] =>
  order.attempt ? endByAttempt(order, PULL_VERSIONS.of(order)) : endByRecords(order);

/** The issuer wants the cardholder to confirm it, which no charge of a token can: the gateway ends it. */
const WAITS_FOR_CARDHOLDER: readonly string[] = [
  'OTP_AUTHORIZATION_REQUIRED',
  'OTP_REQUIRED',
  'BANK_AUTHORIZATION_REQUIRED',
];

/** What a record proves. The token in it is left out: only the card of the terms is charged. */
export function judgeCharge(asked: Asked, record: TransactionRecord): Reading {
  const isUnderWay = WAITS_FOR_CARDHOLDER.includes(record.paymentStatus) && record.amountPaid === ZERO;
  return isUnderWay ? { kind: 'pending' } : judge(asked, { ...record, cardDetails: null });
}

/** What a record under a reference of ours is compared with. */
export interface OurCharge {
  readonly currency: string;
  readonly email: string | undefined;
  /** Where no request of ours is without an answer. Otherwise it may be ours whatever its amount: policies weigh that. */
  readonly amountKobo: Kobo | undefined;
}

/** Whose a record under a reference of ours is. A time that differs alone says nothing against us: clocks may be wrong. */
export function ownershipOfCharge(
  { currency, email, amountKobo }: OurCharge,
  record: TransactionRecord,
  since: number,
): Ownership {
  return ownershipOf(since, {
    createdOn: record.paidOn,
    pairs: [
      [currency, record.currency],
      [email, record.customer?.email],
      [amountKobo, record.totalPayable],
    ],
  });
}
