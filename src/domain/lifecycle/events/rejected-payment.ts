import type { Kobo } from '../../money.js';
import { clip, isAmount, isOptional } from '../../shapes.js';
import { type EventKind, readTransaction, type TransactionEvent } from './core.js';

/** The gateway sent a payer's transfer back. It documents no read for it: the signed event is the only proof. */
export interface RejectedPaymentEvent extends TransactionEvent {
  readonly kind: 'rejected-payment';
  readonly reason?: string;
  readonly amountKobo?: Kobo;
  readonly expectedKobo?: Kobo;
  readonly at?: string;
}

const isString = (given: unknown) => typeof given === 'string';

export const rejectedPayment: EventKind<RejectedPaymentEvent> = {
  kind: 'rejected-payment',
  read: (fields) => {
    const event = readTransaction(fields);
    const { amountKobo, expectedKobo, reason, at } = fields;
    const areAmounts = isOptional(amountKobo, isAmount) && isOptional(expectedKobo, isAmount);
    if (!event || !areAmounts || !isOptional(reason, isString) || !isOptional(at, isString)) return undefined;
    return {
      ...event,
      ...(isAmount(amountKobo) && { amountKobo }),
      ...(isAmount(expectedKobo) && { expectedKobo }),
      ...(typeof reason === 'string' && { reason: clip(reason) }),
      ...(typeof at === 'string' && { at: clip(at) }),
    };
  },
  isFoundByCheck: () => false,
};
