import type { InvoiceSnapshot, InvoiceTerms, Issued } from '../../src/domain/invoice.js';
import { withCash } from '../../src/domain/cash.js';
import type { CollectionNews } from '../../src/domain/news.js';
import { beginning } from '../../src/domain/story.js';
import { createCollection } from '../shared/collection.js';
import { createStory, type Story } from '../shared/story.js';
import { describeInvoice } from './details.js';
import type { InvoiceInput } from './messages.js';

export type Invoice = ReturnType<typeof createInvoice>;

export type InvoiceStory = Story<InvoiceSnapshot, Invoice>;

export function createInvoiceStory(input: InvoiceInput): InvoiceStory {
  return createStory({ make: createInvoice, asAsked: newSnapshot }, input);
}

export function newSnapshot(terms: InvoiceTerms, at: string): InvoiceSnapshot {
  return { ...beginning('PENDING', 'the merchant asked for it', at), story: 'invoice', terms };
}

function createInvoice(initial: InvoiceSnapshot) {
  const collection = createCollection(initial, { prefix: 'invoice', describe: describeInvoice });
  const { snapshot, change, isOpen } = collection;
  let unwanted = false;

  /** Whether the gateway has made it, as far as we know. */
  const isIssued = () => snapshot().transactionReference !== undefined;

  /**
   * Whether the news is a reason to ask. Cash is evidence by itself; what ended before it was known here learns
   * where to ask from the event.
   */
  function learnOf(news: CollectionNews): boolean {
    if (!isOpen() && !isIssued()) change({ transactionReference: news.transactionReference });
    const cash = withCash(snapshot().cash, news);
    if (cash) change({ cash });
    return cash !== undefined || snapshot().paid?.amountKobo !== news.amountKobo;
  }

  return {
    ...collection,
    learnOf,
    isIssued,
    issued: (issued: Issued) => {
      change(issued);
      collection.isKnownAs(issued.transactionReference);
    },
    isAnswerable: () => !isOpen() || isIssued() || snapshot().attention !== undefined,
    /** The merchant calls it off; it may not have been made yet. */
    unwant: () => void (unwanted = true),
    isUnwanted: () => unwanted,
  };
}
