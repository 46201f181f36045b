import { isMoney } from '../collection/collection.js';
import { sourcesIn, type TransactionRecord } from '../collection/record.js';
import type { Kobo } from '../money.js';
import { isReference, originOf } from '../reference.js';

/** The lifecycle that collected the payment: the prefix of its workflow id, and its reference. */
export interface Owner {
  readonly lifecycle: string;
  readonly reference: string;
}

type Maybe<Value> = Value | null | undefined;

/** The fields of the gateway's transaction record that decide about refunds. */
export interface PaymentRecord extends TransactionRecord {
  readonly product?: Maybe<{ readonly type?: Maybe<string>; readonly reference?: Maybe<string> }>;
}

/** What was paid, as the gateway's record shows it. */
export interface Payment {
  readonly status: string;
  readonly amountKobo: Kobo;
  readonly currency: string;
  readonly method?: string;
  /** How many accounts the money came from; the gateway returns it to one. */
  readonly sources: number;
  readonly at?: string;
  /** The lifecycle that the record names; an invoice's record names none. */
  readonly named?: Owner;
}

export function paymentIn(record: PaymentRecord): Payment {
  const { paymentStatus, amountPaid, currency, paymentMethod, paidOn, accountPayments } = record;
  const named = ownerIn(record);
  return {
    status: paymentStatus,
    amountKobo: amountPaid,
    currency,
    ...(paymentMethod != null && { method: paymentMethod }),
    sources: sourcesIn(accountPayments),
    ...(paidOn != null && { at: paidOn }),
    ...(named && { named }),
  };
}

function ownerIn({ product, paymentReference }: PaymentRecord): Owner | undefined {
  if (product?.type === 'RESERVED_ACCOUNT') {
    return product.reference ? { lifecycle: 'reserved-account', reference: product.reference } : undefined;
  }
  const { owner, kind } = originOf(paymentReference);
  const isCheckout = isReference(owner) && (kind === undefined || kind === 'init');
  return isCheckout ? { lifecycle: 'checkout', reference: owner } : undefined;
}

/** Whether the record shows money that can have been refunded in part: also the gateway's word for a full refund. */
export function isPaid({ status, amountKobo }: Payment): boolean {
  return (isMoney(status) || status === 'REFUNDED') && amountKobo > 0;
}
