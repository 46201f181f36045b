import type { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import * as take from '../reading/reply-fields.js';
import type { Instant } from '../formats/times.js';
import { addressOfTransfer } from './address.js';
import { deliveryKey, type EventCore, eventKind } from './event.js';

/** A transfer, alone or in a batch, came to an end, or came back. */
export interface DisbursementEvent extends EventCore {
  readonly kind: 'disbursement';
  readonly reference: string;
  readonly transactionReference: string | null;
  readonly status: string | null;
  readonly amount: Kobo | null;
  readonly fee: Kobo | null;
  /** The only place where a reason is given, as prose. */
  readonly description: string | null;
  readonly sessionId: string | null;
  readonly completedOn: Instant | null;
}

const disbursementData = take.record({
  reference: take.text,
  transactionReference: take.maybeText,
  status: take.maybeText,
  amount: take.maybeNaira,
  fee: take.maybeNaira,
  transactionDescription: take.maybeText,
  sessionId: take.maybeText,
  completedOn: take.maybeTime,
});

function toDisbursement(eventType: string, data: z.output<typeof disbursementData>): DisbursementEvent {
  const { reference, status, amount, completedOn } = data;
  // the same money may go out once more after it came back: only the time tells that from a redelivery
  const key = deliveryKey(eventType, reference, status, amount, data.sessionId, completedOn);
  return {
    kind: 'disbursement',
    eventType,
    address: addressOfTransfer(reference),
    deliveryKey: key,
    forLifecycle: {
      kind: 'disbursement',
      key,
      eventType,
      reference,
      ...(status && { status }),
      ...(data.sessionId && { sessionId: data.sessionId }),
    },
    reference,
    transactionReference: data.transactionReference ?? null,
    status: status ?? null,
    amount: amount ?? null,
    fee: data.fee ?? null,
    description: data.transactionDescription ?? null,
    // empty on failure
    sessionId: data.sessionId || null,
    completedOn: completedOn ?? null,
  };
}

export const disbursement = eventKind({
  names: ['events.disbursement-succeeded', 'events.disbursement-failed', 'events.disbursement-reversed'],
  schema: disbursementData,
  toEvent: toDisbursement,
});
