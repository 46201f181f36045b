import type { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import * as take from '../reading/reply-fields.js';
import type { Instant } from '../formats/times.js';
import { deliveryKey, type EventCore, eventKind } from './event.js';

/** A refund was paid out, or was not. */
export interface RefundEvent extends EventCore {
  readonly kind: 'refund';
  readonly refundReference: string;
  readonly transactionReference: string;
  readonly refundStatus: string | null;
  readonly refundAmount: Kobo | null;
  readonly completedOn: Instant | null;
}

const refundData = take.record({
  refundReference: take.text,
  transactionReference: take.text,
  refundStatus: take.maybeText,
  refundAmount: take.maybeNaira,
  completedOn: take.maybeTime,
});

function toRefund(eventType: string, data: z.output<typeof refundData>): RefundEvent {
  const { refundReference, transactionReference, refundStatus, refundAmount } = data;
  const key = deliveryKey(eventType, refundReference, refundStatus, refundAmount);
  return {
    kind: 'refund',
    eventType,
    address: { lifecycle: 'refunds-of', reference: transactionReference },
    deliveryKey: key,
    forLifecycle: {
      kind: 'refund',
      key,
      eventType,
      transactionReference,
      refundReference,
      ...(refundStatus && { status: refundStatus }),
    },
    refundReference,
    transactionReference,
    refundStatus: refundStatus ?? null,
    refundAmount: refundAmount ?? null,
    completedOn: data.completedOn ?? null,
  };
}

export const refund = eventKind({
  names: ['events.refund-succeeded', 'events.refund-failed'],
  schema: refundData,
  toEvent: toRefund,
});
