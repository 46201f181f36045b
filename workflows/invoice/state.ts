import { withCash } from '../../src/domain/collection/cash.js';
import type { InvoiceSnapshot, InvoiceTerms, Issued } from '../../src/domain/invoice/invoice.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { afterRefunds, learn, paidAfterReturn, type Reading } from '../../src/domain/collection/verdict.js';
import { refundedOn } from '../../src/domain/collection/collection.js';
import type { RefundEndedEvent } from '../../src/domain/lifecycle/events/refund-ended.js';
import { ZERO } from '../../src/domain/money.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
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
    /** Applies a reading of its transaction; returns a webhook when more money arrived on one that was refunded. */
    applyReading: (transactionReference: string, reading: Reading): WebhookDraft[] => {
      const { known: before } = snapshot();
      const known = afterRefunds(learn(before, reading), refundedOn(snapshot(), transactionReference));
      if (known !== before) change({ known });
      collection.weighDoubt(transactionReference, reading);
      const more = paidAfterReturn(before, reading);
      if (more === ZERO || before?.kind !== 'returned' || reading.kind !== 'money') return [];
      change({ known: { ...before, paid: reading.paid } });
      return collection.paidAgain(transactionReference, more);
    },
    /** A refund ended: a transaction whose money went back in full has none left. */
    recordRefund: (event: RefundEndedEvent): WebhookDraft[] => {
      const { known: before, transactionReference } = snapshot();
      if (event.transactionReference !== transactionReference) return [];
      const drafts = collection.recordRefund(event);
      const known = afterRefunds(before, refundedOn(snapshot(), transactionReference));
      if (known && known !== before) change({ known });
      return drafts;
    },
    isAnswerable: () => !isOpen() || isIssued() || awaitsDecision(snapshot().review),
    /** Marks whether the merchant still needs the invoice; it may not exist at the gateway yet. */
    setWanted: (isWanted: boolean) => change({ unwanted: !isWanted }),
    isUnwanted: () => snapshot().unwanted === true,
  };
}
