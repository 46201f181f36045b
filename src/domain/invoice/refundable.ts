import { refundableOf } from '../collection/refundable.js';
import type { InvoiceSnapshot } from './invoice.js';

/** The transaction of an invoice, once money arrived on it. */
export function refundableOfInvoice(invoice: InvoiceSnapshot) {
  const { transactionReference, known } = invoice;
  return refundableOf(transactionReference === undefined ? [] : [{ transactionReference, known }], invoice);
}
