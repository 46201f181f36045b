import type { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import * as take from '../reply-fields.js';
import { deliveryKey, type EventCore } from './event.js';

/** A mandate became active, failed, was cancelled or changed in another way. */
export interface MandateEvent extends EventCore {
  readonly kind: 'mandate';
  readonly mandateReference: string;
  readonly mandateCode: string;
  readonly mandateStatus: string;
  readonly mandateAmount: Kobo | null;
}

export const mandateData = take.record({
  externalMandateReference: take.text,
  mandateCode: take.text,
  mandateStatus: take.text,
  mandateAmount: take.maybeNaira,
});

export function toMandate(eventType: string, data: z.output<typeof mandateData>): MandateEvent {
  const { externalMandateReference: mandateReference, mandateCode, mandateStatus } = data;
  return {
    kind: 'mandate',
    eventType,
    address: { story: 'mandate', reference: mandateReference },
    deliveryKey: deliveryKey(eventType, mandateReference, mandateStatus, data.mandateAmount),
    witness: { question: 'getMandate', request: { mandateReferences: mandateReference } },
    mandateReference,
    mandateCode,
    mandateStatus,
    mandateAmount: data.mandateAmount ?? null,
  };
}
