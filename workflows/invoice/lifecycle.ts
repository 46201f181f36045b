import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { InvoiceInput } from './messages.js';
import { createInvoice, type Invoice, newSnapshot } from './state.js';

export type InvoiceLifecycle = Lifecycle<InvoiceSnapshot, Invoice>;

export function createInvoiceLifecycle(input: InvoiceInput, worker: WorkerSettings): InvoiceLifecycle {
  return createLifecycle({ prefix: 'invoice', make: createInvoice, asAsked: newSnapshot }, input, worker);
}
