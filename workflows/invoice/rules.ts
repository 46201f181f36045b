import { endOfInvoice, type InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import type { PlaceRules } from '../shared/collection/order-place.js';

export const INVOICE_RULES: PlaceRules = {
  prefix: 'invoice',
  endOf: (order) => endOfInvoice(order as InvoiceSnapshot),
};
