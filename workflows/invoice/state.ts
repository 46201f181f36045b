import type { InvoiceSnapshot, InvoiceTerms, Issued } from '../../src/domain/invoice/invoice.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import { newTransaction } from '../../src/domain/order/order.js';
import { createOrderState } from '../shared/collection/order-state.js';
import { timestamp } from '../shared/run/state.js';
import { describeInvoice } from './details.js';

export type Invoice = ReturnType<typeof createInvoice>;

export function newSnapshot(terms: InvoiceTerms, at: string): InvoiceSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    lifecycle: 'invoice',
    terms,
    transactions: [],
  };
}

export function createInvoice(initial: InvoiceSnapshot) {
  const order = createOrderState(initial, { describe: describeInvoice });
  const { snapshot, change, find } = order;

  /** Whether the invoice exists at the gateway, as far as Oware knows. */
  const isIssued = () => snapshot().transactionReference !== undefined;

  return {
    ...order,
    isIssued,
    setIssued: (issued: Issued) => {
      const { transactionReference } = issued;
      const { transactions, terms } = snapshot();
      const own = newTransaction(transactionReference, terms.amountKobo);
      const isKnown = find(transactionReference) !== undefined;
      change({
        ...issued,
        issuedAt: timestamp(),
        ...(!isKnown && { transactions: [...transactions, own] }),
      });
      order.indexTransaction(transactionReference);
    },
    isAnswerable: () => !order.isOpen() || isIssued() || awaitsDecision(snapshot().review),
    /** Marks whether the merchant still needs the invoice; it may not exist at the gateway yet. */
    setWanted: (isWanted: boolean) => change({ unwanted: !isWanted }),
    isUnwanted: () => snapshot().unwanted === true,
  };
}
