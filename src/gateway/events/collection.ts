import type { z } from 'zod';
import { type Kobo, kobo } from '../../domain/money.js';
import * as take from '../reading/reply-fields.js';
import type { Instant } from '../formats/times.js';
import { addressOfCredit, paymentReferenceIn } from './address.js';
import { deliveryKey, type EventCore, eventKind } from './event.js';
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
  /** What the event claims. Only of cash is it believed. */
  readonly amountPaid: Kobo;
  readonly totalPayable: Kobo | null;
  readonly settlementAmount: Kobo | null;
  readonly paidOn: Instant | null;
  readonly sources: readonly PaymentSource[];
  /** What proves the money: the gateway's record, or, for cash, nothing but this signed event. */
  readonly witness: 'record' | 'signature-only';
}

const FIELDS = {
  product: take.maybeProduct,
  transactionReference: take.text,
  paymentReference: take.maybeText,
  invoiceReference: take.maybeText,
  paidOn: take.maybeTime,
  offlineProductInformation: take.maybe(take.record({ type: take.maybeText })),
  paymentSourceInformation: sources,
  amountPaid: take.maybeNaira,
  totalPayable: take.maybeNaira,
  settlementAmount: take.maybeNaira,
  paymentMethod: take.maybeText,
  currency: take.maybeText,
  paymentStatus: take.maybeText,
};

/** The event is a reason to check: with the transaction's reference there is something to check. */
const checkedData = take.record(FIELDS);

/** No read is documented for cash that an agent took: the event is the proof, and must be readable as one. */
const cashData = take.record({
  ...FIELDS,
  amountPaid: take.naira,
  currency: take.text,
  paymentStatus: take.text,
});

const method = take.record({ product: take.maybeProduct, paymentMethod: take.maybeText });

function collectionData(eventData: unknown) {
  return isCash(method.safeParse(eventData).data ?? {}) ? cashData : checkedData;
}

/** An agent took it: no query of the gateway shows it. */
export function isCash({ product, paymentMethod }: z.output<typeof method>): boolean {
  return product?.type ? product.type === 'OFFLINE_PAYMENT_AGENT' : paymentMethod === 'CASH';
}

/** Money came in, at least this much. */
const SOME_MONEY = kobo(1);

type CollectionData = z.output<typeof checkedData>;

function toCollection(eventType: string, data: CollectionData): CollectionEvent {
  const { transactionReference, paymentStatus } = data;
  const sessionId = data.paymentSourceInformation[0]?.sessionId;
  const paymentReference = paymentReferenceIn(data);
  const amountPaid = data.amountPaid ?? data.totalPayable ?? SOME_MONEY;
  const key = deliveryKey(eventType, transactionReference, paymentStatus, data.amountPaid, sessionId);
  return {
    kind: 'collection',
    eventType,
    address: addressOfCredit(data),
    deliveryKey: key,
    forLifecycle: {
      kind: 'collection',
      key,
      eventType,
      transactionReference,
      paymentReference,
      amountKobo: amountPaid,
      ...(isCash(data) && { cash: cashOf(data) }),
    },
    transactionReference,
    paymentReference,
    invoiceReference: data.invoiceReference ?? null,
    productType: data.product?.type ?? null,
    paymentStatus: paymentStatus ?? '',
    paymentMethod: data.paymentMethod ?? null,
    currency: data.currency ?? '',
    amountPaid,
    totalPayable: data.totalPayable ?? null,
    settlementAmount: data.settlementAmount ?? null,
    paidOn: data.paidOn ?? null,
    sources: data.paymentSourceInformation,
    witness: isCash(data) ? 'signature-only' : 'record',
  };
}

function cashOf({ currency, paymentStatus, paidOn }: CollectionData) {
  return { currency: currency ?? '', status: paymentStatus ?? '', ...(paidOn != null && { at: paidOn }) };
}

export const collection = eventKind({
  names: ['events.collection'],
  schema: collectionData,
  toEvent: toCollection,
});
