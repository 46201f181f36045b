import type { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import { originOf } from '../../domain/reference.js';
import * as take from '../reply-fields.js';
import type { Instant } from '../times.js';
import { addressOfCredit } from './address.js';
import { deliveryKey, type EventCore, type Witness } from './event.js';
import { type PaymentSource, sources } from './sources.js';

/** Money came in: by transfer, card or cash, for a checkout, an invoice or on a reserved account. */
export interface CollectionEvent extends EventCore {
  readonly kind: 'collection';
  readonly transactionReference: string;
  readonly paymentReference: string;
  readonly invoiceReference: string | null;
  readonly productType: string | null;
  readonly paymentStatus: string;
  readonly paymentMethod: string | null;
  readonly currency: string;
  readonly amountPaid: Kobo;
  readonly totalPayable: Kobo | null;
  readonly settlementAmount: Kobo | null;
  readonly paidOn: Instant | null;
  readonly sources: readonly PaymentSource[];
}

export const collectionData = take.record({
  product: take.product.nullish(),
  transactionReference: take.text,
  paymentReference: take.text,
  invoiceReference: take.maybeText,
  paidOn: take.maybeTime,
  paymentSourceInformation: sources,
  amountPaid: take.naira,
  totalPayable: take.maybeNaira,
  settlementAmount: take.maybeNaira,
  paymentMethod: take.maybeText,
  currency: take.text,
  paymentStatus: take.text,
});

type CollectionData = z.output<typeof collectionData>;

export function toCollection(eventType: string, data: CollectionData): CollectionEvent {
  const { transactionReference, paymentStatus, amountPaid } = data;
  const sessionId = data.paymentSourceInformation[0]?.sessionId;
  return {
    kind: 'collection',
    eventType,
    address: addressOfCredit(data),
    deliveryKey: deliveryKey(eventType, transactionReference, paymentStatus, amountPaid, sessionId),
    witness: witnessOf(data),
    transactionReference,
    paymentReference: data.paymentReference,
    invoiceReference: data.invoiceReference ?? null,
    productType: data.product?.type ?? null,
    paymentStatus,
    paymentMethod: data.paymentMethod ?? null,
    currency: data.currency,
    amountPaid,
    totalPayable: data.totalPayable ?? null,
    settlementAmount: data.settlementAmount ?? null,
    paidOn: data.paidOn ?? null,
    sources: data.paymentSourceInformation,
  };
}

function witnessOf({ product, paymentReference, transactionReference }: CollectionData): Witness {
  // no query is documented for cash that an agent took
  if (product?.type === 'OFFLINE_PAYMENT_AGENT') return 'signature-only';
  if (originOf(paymentReference).kind === 'debit') {
    return { question: 'getDebit', request: { paymentReference } };
  }
  return { question: 'getTransaction', request: { transactionReference } };
}
