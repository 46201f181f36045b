import type { Address } from '../address.js';
import type { Kobo } from '../../money.js';
import { isAmount, isObject, isText } from '../../shapes.js';
import { type EventKind, readTransaction, type TransactionEvent } from './core.js';

/** A policy of a checkout, invoice or reserved account asks for a refund of one of its payments. */
export interface RefundRequestedEvent extends TransactionEvent {
  readonly kind: 'refund-requested';
  readonly eventType: 'refund-requested';
  readonly refundReference: string;
  readonly amountKobo: Kobo;
  readonly refundReason: string;
  /** The lifecycle that asks, and waits for the outcome. */
  readonly owner: Address;
}

export const refundRequested: EventKind<RefundRequestedEvent> = {
  kind: 'refund-requested',
  read: (fields) => {
    const event = readTransaction(fields);
    const { refundReference, amountKobo, refundReason, owner } = fields;
    if (!event || !isText(refundReference) || !isAmount(amountKobo) || !isText(refundReason))
      return undefined;
    if (!isObject(owner) || !isText(owner.lifecycle) || !isText(owner.reference)) return undefined;
    const { lifecycle, reference } = owner;
    return {
      ...event,
      eventType: 'refund-requested',
      refundReference,
      amountKobo,
      refundReason,
      owner: { lifecycle, reference },
    };
  },
  isFoundByCheck: () => false,
};
