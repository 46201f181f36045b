import type { InvoiceSnapshot, InvoiceTerms } from '../../src/domain/invoice/invoice.js';
import { orderHoldings } from '../../src/domain/order/holdings.js';
import { isOver } from '../../src/domain/order/state.js';
import { textOf } from '../../src/domain/order/texts.js';
import { INVOICE_WEBHOOKS } from '../../src/domain/invoice/webhook-types.js';
import { toInvoice } from '../../src/domain/invoice/view.js';
import { showNaira } from '../../src/domain/money.js';
import { COLLECTION_STATES } from '../../src/domain/collection/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export const INVOICE: LifecycleKind<InvoiceTerms, InvoiceSnapshot> = {
  noun: 'invoice',
  about: 'Money in until a due date.',
  created: { scope: 'collect', command: 'Create an invoice', isPlaceToPay: true },
  prefix: 'invoice',
  type: 'collectInvoice',
  path: '/v1/invoices',
  firstState: 'PENDING',
  states: COLLECTION_STATES,
  textOf: (order) => textOf(order, COLLECTION_STATES),
  isOver,
  freeText: ['name', 'description'],
  summaryOf: ({ reference, amountKobo }) => `Invoice ${reference}: ${showNaira(amountKobo)}`,
  amountOf: ({ amountKobo }) => amountKobo,
  toView: toInvoice,
  viewName: 'invoice',
  webhooks: INVOICE_WEBHOOKS,
  takesEvents: true,
  holdingsOf: orderHoldings,
  cancelRequest: 'POST /v1/invoices/{reference}/cancel',
  commands: {},
};

export type InvoiceInput = LifecycleInput<InvoiceTerms, InvoiceSnapshot>;
