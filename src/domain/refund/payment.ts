import { isMoney } from '../collection/collection.js';
import { sourcesIn, type TransactionRecord } from '../collection/record.js';
import type { Address } from '../lifecycle/address.js';
import type { Kobo } from '../money.js';
import { type DerivedKind, isReference, originOf } from '../reference.js';

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
  readonly named?: Address;
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

function ownerIn({ product, paymentReference }: PaymentRecord): Address | undefined {
  if (product?.type === 'RESERVED_ACCOUNT') {
    return product.reference ? { lifecycle: 'reserved-account', reference: product.reference } : undefined;
  }
  const { owner, kind } = originOf(paymentReference);
  const lifecycle = COLLECTORS[kind ?? 'init'];
  return lifecycle !== undefined && isReference(owner) ? { lifecycle, reference: owner } : undefined;
}

/** The lifecycle that collects under each kind of derived reference; a checkout under its own. */
const COLLECTORS: Partial<Record<DerivedKind, string>> = {
  init: 'checkout',
  charge: 'charge',
  'subscription-charge': 'subscription',
};

/** Whether the record shows money that can have been refunded in part: also the gateway's word for a full refund. */
export function isPaid({ status, amountKobo }: Payment): boolean {
  return (isMoney(status) || status === 'REFUNDED') && amountKobo > 0;
}
