import type { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import * as take from '../reading/reply-fields.js';
import type { Instant } from '../formats/times.js';
import { addressOfCredit, paymentReferenceIn } from './address.js';
import { deliveryKey, type EventCore, eventKind } from './event.js';
import { type PaymentSource, sources } from './sources.js';

/** The gateway sent a payer's transfer back: it was not the expected amount, or not the expected payer. */
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
const rejectedPaymentData = take.record({
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

function toRejectedPayment(
  eventType: string,
  data: z.output<typeof rejectedPaymentData>,
): RejectedPaymentEvent {
  const { transactionReference, paymentSourceInformation: from } = data;
  const { rejectionReason, expectedAmount } = data.paymentRejectionInformation ?? {};
  const { amountPaid: amount, sessionId } = from[0] ?? {};
  const expected = expectedAmount ?? data.amount;
  const key = deliveryKey(eventType, transactionReference, rejectionReason, amount, sessionId);
  return {
    kind: 'rejected-payment',
    eventType,
    address: addressOfCredit(data),
    deliveryKey: key,
    forLifecycle: {
      kind: 'rejected-payment',
      key,
      eventType,
      transactionReference,
      ...(rejectionReason != null && { reason: rejectionReason }),
      ...(amount != null && { amountKobo: amount }),
      ...(expected != null && { expectedKobo: expected }),
      ...(data.created_on != null && { at: data.created_on }),
    },
    transactionReference,
    paymentReference: paymentReferenceIn(data),
    productType: data.product?.type ?? null,
    rejectionReason: rejectionReason ?? null,
    amount: amount ?? null,
    expectedAmount: expected ?? null,
    rejectedOn: data.created_on ?? null,
    sources: from,
  };
}

export const rejectedPayment = eventKind({
  names: ['events.rejected-payment'],
  schema: rejectedPaymentData,
  toEvent: toRejectedPayment,
});
