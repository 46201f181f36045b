import { isText } from '../../shapes.js';
import { type EventKind, readTransaction, type TransactionEvent } from './core.js';

/** An invoice announces itself to the reserved account that it is paid through: money may come that is not the account's. */
export interface InvoiceAttachedEvent extends TransactionEvent {
  readonly kind: 'invoice-attached';
  readonly eventType: 'invoice-attached';
  readonly invoiceReference: string;
}

export const invoiceAttached: EventKind<InvoiceAttachedEvent> = {
  kind: 'invoice-attached',
  read: (fields) => {
    const event = readTransaction(fields);
    const { invoiceReference } = fields;
    return event && isText(invoiceReference)
      ? { ...event, eventType: 'invoice-attached', invoiceReference }
      : undefined;
  },
  isFoundByCheck: () => false,
};
