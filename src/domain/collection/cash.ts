import type { Kobo } from '../money.js';
import type { CollectionEvent } from '../lifecycle/events/collection.js';
import type { TransactionRecord } from './record.js';

/**
 * Cash that an agent accepted: no gateway read is documented for it, so the signed event is the only
 * evidence.
 */
export type CashPayment = NonNullable<CollectionEvent['cash']> & {
  readonly transactionReference: string;
  readonly amountKobo: Kobo;
};

/** Builds a record from the event, because the gateway has none. */
export function cashRecord({ transactionReference, amountKobo, ...cash }: CashPayment): TransactionRecord {
  return {
    transactionReference,
    paymentReference: transactionReference,
    paymentStatus: cash.status,
    amountPaid: amountKobo,
    totalPayable: amountKobo,
    currency: cash.currency,
    paymentMethod: 'CASH',
    paidOn: cash.at,
  };
}
