import { withCash } from '../../src/domain/collection/cash.js';
import type { InvoiceSnapshot, InvoiceTerms, Issued } from '../../src/domain/invoice/invoice.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { learn, type Reading } from '../../src/domain/collection/verdict.js';
import { createCollection } from '../shared/collection/collection.js';
import type { ClaimedLevel } from '../shared/run/wait-for-outcome.js';
import { timestamp } from '../shared/run/state.js';
import { describeInvoice } from './details.js';

export type Invoice = ReturnType<typeof createInvoice>;

export function newSnapshot(terms: InvoiceTerms, at: string): InvoiceSnapshot {
  return { ...beginning('PENDING', 'created by the merchant', at), lifecycle: 'invoice', terms };
}

export function createInvoice(initial: InvoiceSnapshot) {
  const collection = createCollection(initial, {
    prefix: 'invoice',
    describe: describeInvoice,
  });
  const { snapshot, change, isOpen } = collection;

  /** Whether the invoice exists at the gateway, as far as Oware knows. */
  const isIssued = () => snapshot().transactionReference !== undefined;

  /**
   * The claim that an event makes. Cash is its own proof; an invoice that ended before it had a transaction
   * learns it from the event.
   */
  function recordEvent(event: CollectionEvent): ClaimedLevel | 'known' | undefined {
    if (!isOpen() && !isIssued()) change({ transactionReference: event.transactionReference });
    const cash = withCash(snapshot().cash, event);
    if (cash) change({ cash });
    if (event.cash) return cash ? 'known' : undefined;
    return { subject: event.transactionReference, level: event.amountKobo };
  }

  return {
    ...collection,
    recordEvent,
    isIssued,
    setIssued: (issued: Issued) => {
      change({ ...issued, issuedAt: timestamp() });
      collection.indexTransaction(issued.transactionReference);
    },
    applyReading: (transactionReference: string, reading: Reading) => {
      const { known: before } = snapshot();
      const known = learn(before, reading);
      if (known && known !== before) change({ known });
      collection.weighDoubt(transactionReference, reading);
    },
    isAnswerable: () => !isOpen() || isIssued() || snapshot().review.length > 0,
    /** Marks whether the merchant still needs the invoice; it may not exist at the gateway yet. */
    setWanted: (isWanted: boolean) => change({ unwanted: !isWanted }),
    isUnwanted: () => snapshot().unwanted === true,
  };
}
