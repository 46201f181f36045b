import { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import * as take from '../reading/reply-fields.js';
import { deliveryKey, type EventCore, eventKind } from './event.js';

/** A mandate became active, failed, was cancelled or changed in another way. */
export interface MandateEvent extends EventCore {
  readonly kind: 'mandate';
  readonly mandateReference: string;
  readonly mandateCode: string | null;
  readonly mandateStatus: string | null;
  readonly mandateAmount: Kobo | null;
}

const FIELDS = {
  mandateCode: take.maybeText,
  mandateStatus: take.maybeText,
  mandateAmount: take.maybeNaira,
};

/** Two spellings are documented for the merchant's own reference. */
const mandateData = z.union([
  take
    .record({ ...FIELDS, externalMandateReference: take.text })
    .transform((data) => ({ ...data, reference: data.externalMandateReference })),
  take
    .record({ ...FIELDS, mandateReference: take.text })
    .transform((data) => ({ ...data, reference: data.mandateReference })),
]);

function toMandate(eventType: string, data: z.output<typeof mandateData>): MandateEvent {
  const { reference: mandateReference, mandateCode, mandateStatus } = data;
  const key = deliveryKey(eventType, mandateReference, mandateStatus, data.mandateAmount);
  return {
    kind: 'mandate',
    eventType,
    address: { lifecycle: 'mandate', reference: mandateReference },
    deliveryKey: key,
    forLifecycle: { kind: 'mandate', key, eventType, ...(mandateStatus && { status: mandateStatus }) },
    mandateReference,
    mandateCode: mandateCode ?? null,
    mandateStatus: mandateStatus ?? null,
    mandateAmount: data.mandateAmount ?? null,
  };
}

export const mandate = eventKind({ names: ['events.mandate'], schema: mandateData, toEvent: toMandate });
