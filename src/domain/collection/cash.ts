import type { Kobo } from '../money.js';
import type { PaymentEvent } from '../lifecycle/event.js';
import type { TransactionRecord } from './verdict.js';

/** Cash that an agent took: no question is documented for it, so the signed event is all the evidence there is. */
export type CashPayment = NonNullable<PaymentEvent['cash']> & {
  readonly transactionReference: string;
  readonly amountKobo: Kobo;
};

/** What is known of cash with this news; undefined when the news adds nothing. */
export function withCash(
  known: readonly CashPayment[] = [],
  { cash, transactionReference, amountKobo }: PaymentEvent,
): readonly CashPayment[] | undefined {
  const isKnown = known.some((each) => each.transactionReference === transactionReference);
  return cash && !isKnown ? [...known, { ...cash, transactionReference, amountKobo }] : undefined;
}

/** The event in the place of the record that there is none of. */
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
