import { clip, isOptional, isText } from '../../shapes.js';
import { type EventKind, readTransaction, type TransactionEvent } from './core.js';

/** A refund was paid out, or was not: a reason to check, never a fact. */
export interface RefundEvent extends TransactionEvent {
  readonly kind: 'refund';
  readonly refundReference: string;
  readonly status?: string;
}

const isString = (given: unknown) => typeof given === 'string';

export const refund: EventKind<RefundEvent> = {
  kind: 'refund',
  read: (fields) => {
    const event = readTransaction(fields);
    const { refundReference, status } = fields;
    if (!event || !isText(refundReference) || !isOptional(status, isString)) return undefined;
    return { ...event, refundReference, ...(typeof status === 'string' && { status: clip(status) }) };
  },
  isFoundByCheck: () => true,
};
