import type { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import * as take from '../reading/reply-fields.js';
import type { Instant } from '../formats/times.js';
import { addressOfCredit, paymentReferenceIn } from './address.js';
import { deliveryKey, type EventCore } from './event.js';
import { type PaymentSource, sources } from './sources.js';

/** Somebody's transfer was sent back, because it was not the amount or the payer that was expected. */
export interface RejectedPaymentEvent extends EventCore {
  readonly kind: 'rejected-payment';
  readonly transactionReference: string;
  readonly paymentReference: string;
  readonly productType: string | null;
  readonly rejectionReason: string | null;
  readonly amount: Kobo | null;
  readonly expectedAmount: Kobo | null;
  readonly rejectedOn: Instant | null;
  readonly sources: readonly PaymentSource[];
}

/** Its metaData, text that only looks like JSON, is not read; its time is the one name in snake case. */
export const rejectedPaymentData = take.record({
  product: take.maybeProduct,
  transactionReference: take.text,
  paymentReference: take.maybeText,
  amount: take.maybeNaira,
  paymentSourceInformation: sources,
  paymentRejectionInformation: take.maybe(
    take.record({ rejectionReason: take.maybeText, expectedAmount: take.maybeNaira }),
  ),
  created_on: take.maybeTime,
});

export function toRejectedPayment(
  eventType: string,
  data: z.output<typeof rejectedPaymentData>,
): RejectedPaymentEvent {
  const { transactionReference, paymentSourceInformation: from } = data;
  const { rejectionReason, expectedAmount } = data.paymentRejectionInformation ?? {};
  const { amountPaid, sessionId } = from[0] ?? {};
  return {
    kind: 'rejected-payment',
    eventType,
    address: addressOfCredit(data),
    deliveryKey: deliveryKey(eventType, transactionReference, rejectionReason, amountPaid, sessionId),
    transactionReference,
    paymentReference: paymentReferenceIn(data),
    productType: data.product?.type ?? null,
    rejectionReason: rejectionReason ?? null,
    amount: amountPaid ?? null,
    expectedAmount: expectedAmount ?? data.amount ?? null,
    rejectedOn: data.created_on ?? null,
    sources: from,
  };
}
