import type { Kobo } from '../../money.js';
import { clip, isAmount, isText } from '../../shapes.js';
import { type EventKind, readTransaction, type TransactionEvent } from './core.js';

/**
 * A refund of one of its payments came to an end. The refunds of the transaction have read the gateway's record: it is
 * a fact.
 */
export interface RefundEndedEvent extends TransactionEvent {
  readonly kind: 'refund-ended';
  readonly eventType: 'refund-ended';
  readonly refundReference: string;
  readonly amountKobo: Kobo;
  /** COMPLETED, or an end without money. */
  readonly state: string;
  readonly reason: string;
  /** All money of the transaction that went back so far. */
  readonly refundedKobo: Kobo;
}

export const refundEnded: EventKind<RefundEndedEvent> = {
  kind: 'refund-ended',
  read: (fields) => {
    const event = readTransaction(fields);
    const { refundReference, amountKobo, state, reason, refundedKobo } = fields;
    if (!event || !isText(refundReference) || !isText(state) || typeof reason !== 'string') return undefined;
    if (!isAmount(amountKobo) || !isAmount(refundedKobo)) return undefined;
    const ended = { refundReference, amountKobo, state, reason: clip(reason), refundedKobo };
    return { ...event, eventType: 'refund-ended', ...ended };
  },
  isFoundByCheck: () => false,
};
