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
  /** What all refunds of the transaction have proven to return, and what they may have returned. */
  readonly refundedKobo: Kobo;
  readonly mostKobo?: Kobo;
  /**
   * Epoch and number of this report: an older one changes nothing. An earlier version reported without them; then the highest
   * sum counts.
   */
  readonly order?: readonly [epoch: number, sequence: number];
}

function isOrder(given: unknown): given is readonly [number, number] {
  return Array.isArray(given) && given.length === 2 && given.every((part) => Number.isSafeInteger(part));
}

export const refundEnded: EventKind<RefundEndedEvent> = {
  kind: 'refund-ended',
  read: (fields) => {
    const event = readTransaction(fields);
    const { refundReference, amountKobo, state, reason, refundedKobo } = fields;
    if (!event || !isText(refundReference) || !isText(state) || typeof reason !== 'string') return undefined;
    if (!isAmount(amountKobo) || !isAmount(refundedKobo)) return undefined;
    const ended = { refundReference, amountKobo, state, reason: clip(reason), refundedKobo };
    const { mostKobo, order } = fields;
    return {
      ...event,
      eventType: 'refund-ended',
      ...ended,
      ...(isAmount(mostKobo) && { mostKobo }),
      ...(isOrder(order) && { order }),
    };
  },
  isFoundByCheck: () => false,
};
