import { type Fields, isText } from '../../shapes.js';
import { type EventCore, readCore } from './core.js';

/** An invoice announces itself to the reserved account that it is paid through: money may come that is not the account's. */
export interface InvoiceAttachedEvent extends EventCore {
  readonly kind: 'invoice-attached';
  readonly eventType: 'invoice-attached';
  readonly invoiceReference: string;
}

export function readInvoiceAttached(value: Fields): InvoiceAttachedEvent | undefined {
  const core = readCore(value);
  const { kind, invoiceReference } = value;
  if (kind !== 'invoice-attached' || !core || !isText(invoiceReference)) return undefined;
  return { ...core, kind, eventType: 'invoice-attached', invoiceReference };
}
