import { isOver } from '../../src/domain/collection.js';
import type { InvoiceSnapshot, InvoiceTerms } from '../../src/domain/invoice.js';
import { showNaira } from '../../src/domain/money.js';
import type { StoryInput, StoryKind } from '../shared/messages.js';

export const INVOICE: StoryKind<InvoiceTerms, InvoiceSnapshot> = {
  noun: 'invoice',
  prefix: 'invoice',
  type: 'collectInvoice',
  story: 'invoice',
  firstState: 'PENDING',
  isOver,
  summaryOf: ({ reference, amountKobo }) => `Invoice ${reference}: ${showNaira(amountKobo)}`,
  amountOf: ({ amountKobo }) => amountKobo,
};

export type InvoiceInput = StoryInput<InvoiceTerms, InvoiceSnapshot>;
